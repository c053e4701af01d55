import {httpsRequest} from './https-request.ts';

/** Sends a request to a server whose name others chose: the name must not resolve to a metadata address. */
export const httpsBesideMetadata: typeof httpsRequest = (request) => httpsRequest({...request, besideMetadata: true});
