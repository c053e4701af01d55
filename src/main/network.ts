import type {RequestOptions} from '../adapters/kubernetes/runtime/client/request-types.ts';
import type {Clock} from '../ports/clock.ts';

/** How a run reaches API servers and reads the time. A program that embeds a cluster replaces both. */
export type Network = Pick<RequestOptions, 'openTransport'> & {readonly clock: Clock};
