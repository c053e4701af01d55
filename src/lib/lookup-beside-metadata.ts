import dns from 'node:dns';
import type {LookupFunction} from 'node:net';
import {LEADS_TO_METADATA, METADATA_WORDS} from './https-failure.ts';
import {isMetadataHost} from './metadata-address.ts';

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
