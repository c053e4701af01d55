import dns from 'node:dns';
import type {LookupFunction} from 'node:net';
import {LEADS_TO_METADATA, METADATA_WORDS} from './https-failure.ts';
import {isMetadataHost} from './metadata-address.ts';

/**
 * Resolves a name for a connection and refuses a metadata address. The connection itself calls it, so that the checked DNS response is the
 * one that is used. Addresses and known names of metadata servers are checked elsewhere by their text.
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
