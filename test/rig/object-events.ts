import type {JsonObject} from '../../src/core/json.ts';
import type {Cluster} from './cluster.ts';

const KINDS = [
  {apiVersion: 'batch/v1', kind: 'Job'},
  {apiVersion: 'v1', kind: 'ConfigMap'},
  {apiVersion: 'v1', kind: 'ServiceAccount'},
];
/** Objects that controllers create in each namespace. */
const NOT_OURS = new Set(['default', 'kube-root-ca.crt']);

type Seen = {readonly version: number; readonly text: string};

/**
 * Records which objects of a namespace are created (`+ Job web`) and deleted (`- Job web`), while something runs. The order is that of the
 * server's resourceVersions.
 */
export async function objectEvents(
  {client}: Cluster,
  namespace: string,
  during: () => Promise<unknown>,
): Promise<readonly string[]> {
  const over = new AbortController();
  const seen: Seen[] = [];
  const watches = await Promise.all(
    KINDS.map(async (kind) => {
      const resource = await client.discovery.resourceFor(kind);
      if (resource === undefined) throw new Error(`no kind ${kind.kind}`);
      const list = await client.list({resource, namespace});
      if (!list.ok) throw new Error(list.refusal.message);
      return follow(client.watch({resource, namespace, resourceVersion: list.resourceVersion, signal: over.signal}), {
        kind: kind.kind,
        seen,
      });
    }),
  );
  await during();
  await endOf(client, namespace, seen);
  over.abort();
  await Promise.all(watches.map(({ended}) => ended));
  return seen
    .toSorted((a, b) => a.version - b.version)
    .map(({text}) => text)
    .filter((text) => !text.endsWith(` ${LAST}`));
}

const LAST = 'last-of-the-recording';

type Following = {readonly kind: string; readonly seen: Seen[]};

/** Collects the events of a watch. It is wrapped, so that a caller awaits its beginning and not its end. */
function follow(watch: ReturnType<Cluster['client']['watch']>, {kind, seen}: Following): {ended: Promise<void>} {
  const run = async (): Promise<void> => {
    for await (const event of watch) {
      if (event.type !== 'added' && event.type !== 'deleted') continue;
      const {name, resourceVersion} = event.object['metadata'] as JsonObject;
      if (NOT_OURS.has(String(name))) continue;
      seen.push({
        version: Number(resourceVersion),
        text: `${event.type === 'added' ? '+' : '-'} ${kind} ${String(name)}`,
      });
    }
  };
  return {ended: run()};
}

/** Writes an object of each kind, and waits until the watches have shown all: they are then complete. */
async function endOf(client: Cluster['client'], namespace: string, seen: readonly Seen[]): Promise<void> {
  for (const {apiVersion, kind} of KINDS) {
    const resource = await client.discovery.resourceFor({apiVersion, kind});
    if (resource === undefined) continue;
    const template = {spec: {restartPolicy: 'Never', containers: [{name: 'x', image: 'example.invalid/x:1'}]}};
    const object = {
      apiVersion,
      kind,
      metadata: {name: LAST},
      ...(kind === 'Job' ? {spec: {suspend: true, template}} : {}),
    };
    await client.create({resource, namespace, object});
  }
  const isComplete = (): boolean => KINDS.every(({kind}) => seen.some(({text}) => text === `+ ${kind} ${LAST}`));
  while (!isComplete()) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const {apiVersion, kind} of KINDS) {
    const resource = await client.discovery.resourceFor({apiVersion, kind});
    if (resource !== undefined) await client.delete({resource, namespace, name: LAST, propagationPolicy: 'Background'});
  }
}
