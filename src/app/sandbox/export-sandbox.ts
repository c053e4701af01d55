import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../core/json.ts';
import {MASK} from '../../core/workspace/mask.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {type SandboxRequest, sandboxNamed} from './sandbox-named.ts';

/**
 * An export request. `reveal`: with the values of Secrets. It is required without a terminal, too, because many people can read the log of
 * a pipeline.
 */
export type ExportSandbox = SandboxRequest & {readonly reveal: boolean};

/** The answer of `gantry sandbox export`; objects are as the API answers them. */
export type ExportedSandbox = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly objects: readonly JsonObject[];
};

/** Returns all objects of a sandbox, to read, to keep, or to compare with another one. Managed fields are left out. */
export async function exportSandbox({reveal, ...request}: ExportSandbox, deps: Deps): Promise<ExportedSandbox> {
  const name = sandboxNamed(request);
  const sandboxes = await deps.sandboxes();
  const {objects: count, bytes} = await sandboxes.status(name);
  if (count === undefined && bytes === 0)
    throw new GantryError({
      code: 'input/usage',
      message: `there is no sandbox ${name}: no command has used it`,
      hint: 'Run "gantry sandbox status" to list the sandboxes.',
    });
  const objects = (await sandboxes.export(name)).map(withoutManagers);
  return {formatVersion: 1, name, objects: reveal ? objects : objects.map(masked)};
}

function withoutManagers(object: JsonObject): JsonObject {
  const {metadata} = object;
  if (!isObject(metadata)) return object;
  const {managedFields: _, ...rest} = metadata;
  return {...object, metadata: rest};
}

function masked(object: JsonObject): JsonObject {
  const {apiVersion, kind, data, metadata} = object;
  if (apiVersion !== 'v1' || kind !== 'Secret') return object;
  return {
    ...object,
    ...defined({
      metadata: isObject(metadata) ? withoutCopy(metadata) : undefined,
      data: isObject(data) ? Object.fromEntries(Object.keys(data).map((key) => [key, MASK])) : undefined,
    }),
  };
}

const COPY = 'kubectl.kubernetes.io/last-applied-configuration';

/** Masks the copy that kubectl stores in an annotation, in plain text. */
function withoutCopy(metadata: JsonObject): JsonObject {
  const {annotations} = metadata;
  if (!isObject(annotations) || !Object.hasOwn(annotations, COPY)) return metadata;
  return {...metadata, annotations: {...annotations, [COPY]: MASK}};
}
