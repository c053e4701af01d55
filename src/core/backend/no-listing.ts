import {GantryError} from '../failure/failure.ts';

/** Returns the error for a response that is not a listing, for example the login page of a proxy. It must not count as empty. */
export const noListing = ({name}: {readonly name: string}, of: 'bucket' | 'container' = 'bucket'): GantryError =>
  new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: `the response is not a listing of a ${of}`,
    hint: 'Check the endpoint, and any proxy between this machine and it',
  });
