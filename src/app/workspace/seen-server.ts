import {GantryError} from '../../core/failure/failure.ts';
import {describeServer, type PinnedServer} from '../../core/workspace/pinned-server.ts';
import {defined} from '../../lib/defined.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';

/** Returns the facts about a server that are known without contacting it. */
export const seenServer = ({server, authorities, tls: {insecure}}: ClusterAccess): PinnedServer => ({
  server,
  ca: authorities,
  ...defined({insecure: insecure || undefined}),
});

/** Returns the error for a server that is not the pinned one; no secret was sent to it. */
export const otherServer = (workspace: string, expected: PinnedServer, found: PinnedServer): GantryError =>
  new GantryError({
    code: 'cluster/other',
    workspace,
    expected: describeServer(expected),
    found: describeServer(found),
    unsent: true,
    ...defined({unverified: found.insecure === true && expected.insecure !== true ? true : undefined}),
  });
