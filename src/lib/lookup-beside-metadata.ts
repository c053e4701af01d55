import dns from 'node:dns';
import type {LookupFunction} from 'node:net';
import {LEADS_TO_METADATA, METADATA_WORDS} from './https-failure.ts';
import {isMetadataHost} from './metadata-address.ts';

/**
 * Reports whether DNS leads a name to a metadata address now. For libraries that connect by themselves: their connection looks the name up
 * again, so a name server that changes its answer in between is not noticed. Elsewhere use `lookupBesideMetadata`.
 */
export const leadsToMetadata = (hostname: string): Promise<boolean> =>
  new Promise((resolve) =>
    lookupBesideMetadata(hostname, {all: true}, (error) =>
      resolve(error !== null && 'code' in error && error.code === LEADS_TO_METADATA),
    ),
  );

/**
 * Looks a name up for a connection, and refuses one that leads to a metadata address. It is asked by the connection itself: no other
 * answer of DNS can take the place of the one that is compared. Addresses, and names that are known to lead there, were judged by their text.
 */
export const lookupBesideMetadata: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({address}) => address);
    if (error !== null || isMetadataHost(hostname) || !addresses.some(isMetadataHost))
      return done(error, found, family);
    const refused = Object.assign(new Error(METADATA_WORDS), {code: LEADS_TO_METADATA});
    return done(refused, [], family);
  });
};
