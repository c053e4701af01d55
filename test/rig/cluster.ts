import {randomBytes} from 'node:crypto';
import type {KubernetesClient} from '../../src/adapters/kubernetes/runtime/client/client.ts';
import type {ApiResource} from '../../src/adapters/kubernetes/runtime/client/discovery.ts';
import type {Json, JsonObject} from '../../src/core/json.ts';
import {identityOf} from '../../src/core/resource/identity.ts';

export type Ref = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
};

/** The test's own door to the server: reads, and writes as somebody else would. */
export class Cluster {
  readonly kubeconfigPath: string;
  #client: KubernetesClient | undefined;
  readonly #endsWithRun: boolean;
  readonly #leftovers: Ref[] = [];

  /** `endsWithRun`: nobody uses the cluster after this run, so that namespaces need no deletion. */
  constructor(kubeconfigPath: string, {endsWithRun = false} = {}) {
    this.kubeconfigPath = kubeconfigPath;
    this.#endsWithRun = endsWithRun;
  }

  open(client: KubernetesClient): void {
    this.#client = client;
  }

  get client(): KubernetesClient {
    if (this.#client === undefined) throw new Error('the cluster opens before the first test of its suite');
    return this.#client;
  }

  /**
   * A name that no other test uses; the namespace of that name is deleted at the end of the suite if it exists. A cluster that ends with
   * the run keeps it: the namespace controller asks about every kind there is, and tests that wait for a deletion stand behind it.
   */
  freshNamespace(prefix = 'e2e'): string {
    const name = `${prefix}-${randomBytes(4).toString('hex')}`;
    if (!this.#endsWithRun) this.deleteAtEnd({apiVersion: 'v1', kind: 'Namespace', name});
    return name;
  }

  deleteAtEnd(ref: Ref): void {
    this.#leftovers.push(ref);
  }

  async get(ref: Ref): Promise<JsonObject | undefined> {
    const reply = await this.client.get(await this.#place(ref));
    if (reply.ok) return reply.object;
    if (reply.refusal.kind === 'not-found') return undefined;
    throw new Error(`get ${ref.kind} ${ref.name}: ${reply.refusal.message}`);
  }

  async create(object: JsonObject): Promise<JsonObject> {
    const {resource, namespace} = await this.#place(identityOf(object));
    const reply = await this.client.create({resource, namespace, object});
    if (!reply.ok) throw new Error(`create: ${reply.refusal.message}`);
    return reply.object;
  }

  /** A creation under another manager's name. */
  async createAs(fieldManager: string, object: JsonObject): Promise<Json | undefined> {
    const {resource, namespace} = await this.#place(identityOf(object));
    const root = resource.apiVersion.includes('/') ? `/apis/${resource.apiVersion}` : `/api/${resource.apiVersion}`;
    const within = namespace === undefined ? '' : `/namespaces/${namespace}`;
    const path = `${root}${within}/${resource.resource}`;
    const reply = await this.client.send({method: 'POST', path, query: {fieldManager}, body: object});
    if (!reply.ok) throw new Error(`create: ${reply.refusal.message}`);
    return reply.body;
  }

  /** Server-side apply under another manager's name. */
  async applyAs(fieldManager: string, object: JsonObject, {force = true} = {}): Promise<JsonObject> {
    const reply = await this.client.apply({...(await this.#place(identityOf(object))), object, force, fieldManager});
    if (!reply.ok) throw new Error(`apply: ${reply.refusal.message}`);
    return reply.object;
  }

  /** A merge patch, as `kubectl edit` or `kubectl patch` send it; `subresource` for `kubectl scale`. */
  async patchAs(fieldManager: string, ref: Ref, patch: JsonObject, subresource = ''): Promise<Json | undefined> {
    const {resource, namespace} = await this.#place(ref);
    const root = ref.apiVersion.includes('/') ? `/apis/${ref.apiVersion}` : `/api/${ref.apiVersion}`;
    const within = namespace === undefined ? '' : `/namespaces/${namespace}`;
    const reply = await this.client.send({
      method: 'PATCH',
      path: `${root}${within}/${resource.resource}/${ref.name}${subresource === '' ? '' : `/${subresource}`}`,
      query: {fieldManager},
      contentType: 'application/merge-patch+json',
      body: patch,
    });
    if (!reply.ok) throw new Error(`patch: ${reply.refusal.message}`);
    return reply.body;
  }

  async jsonPatch(ref: Ref, operations: readonly JsonObject[]): Promise<JsonObject> {
    const reply = await this.client.patch({...(await this.#place(ref)), operations});
    if (!reply.ok) throw new Error(`patch: ${reply.refusal.message}`);
    return reply.object;
  }

  async delete(ref: Ref): Promise<void> {
    const reply = await this.client.delete({...(await this.#place(ref)), propagationPolicy: 'Background'});
    if (!reply.ok && reply.refusal.kind !== 'not-found') throw new Error(`delete: ${reply.refusal.message}`);
  }

  async clean(): Promise<void> {
    await Promise.all(this.#leftovers.map((ref) => this.delete(ref).catch(() => undefined)));
  }

  async #place({
    apiVersion,
    kind,
    namespace,
    name,
  }: Ref): Promise<{resource: ApiResource; namespace: string | undefined; name: string}> {
    const known = await this.client.discovery.resourceFor({apiVersion, kind});
    if (known === undefined) await this.client.discovery.refresh(apiVersion);
    const resource = known ?? (await this.client.discovery.resourceFor({apiVersion, kind}));
    if (resource === undefined) throw new Error(`no kind ${apiVersion} ${kind}`);
    return {resource, namespace, name};
  }
}
