import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import {openTransport, type Transport} from './connection/transport.ts';
import {type CredentialKeeper, keepCredential} from './credential-keeper.ts';
import {createPool, type Pool} from './pool.ts';
import type {RequestOptions} from './request-types.ts';

/** The connections to one server as one user: with the credential, and the limit of parallel requests. */
export type Link = {
  readonly access: ClusterAccess;
  readonly basePath: string;
  readonly keeper: CredentialKeeper;
  readonly pool: Pool;
  readonly transport: Transport;
  /** Reports whether the server has answered, which `heard` records. */
  readonly isContacted: () => boolean;
  readonly heard: () => void;
  readonly close: () => void;
};

/** Opens the connections to a server; nothing is sent before the first request. */
export function openLink(
  access: ClusterAccess,
  {clock, openTransport: open = openTransport}: Pick<RequestOptions, 'clock' | 'openTransport'>,
): Link {
  const transport = open(access);
  const closing = new AbortController();
  let contacted = false;
  return {
    access,
    basePath: new URL(access.server).pathname.replace(/\/$/, ''),
    keeper: keepCredential(access, clock),
    pool: createPool(clock, {ended: closing.signal}),
    transport,
    isContacted: () => contacted,
    heard: () => {
      contacted = true;
    },
    close: () => {
      closing.abort(new Error('the connection was closed'));
      transport.close();
    },
  };
}
