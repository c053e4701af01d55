import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {writeYaml} from '../../src/config/yaml/write-yaml.ts';
import type {Json, JsonObject} from '../../src/core/json.ts';
import {idOfObject} from '../../src/core/resource/id.ts';
import {scratchDirectory} from './scratch.ts';

/** A resource as Kusion's generators write it. */
export const kusionResource = (object: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: idOfObject(object),
  type: 'Kubernetes',
  attributes: object,
  extensions: {GVK: `${String(object['apiVersion'])}, Kind=${String(object['kind'])}`},
  ...more,
});

export const terraformResource = (name: string, attributes: JsonObject): JsonObject => ({
  id: `hashicorp:random:random_password:${name}`,
  type: 'Terraform',
  attributes,
  extensions: {
    provider: 'registry.terraform.io/hashicorp/random/3.6.0',
    resourceType: 'random_password',
    providerMeta: {},
  },
});

export type KusionReleaseFile = {
  readonly project?: string;
  readonly workspace?: string;
  readonly stack?: string;
  readonly revision: number;
  readonly phase?: string;
  readonly spec: readonly JsonObject[];
  readonly state: readonly JsonObject[];
};

/** `releases/<project>/<workspace>/<revision>.yaml`, by the path below the home. */
export function releaseFile({
  project = 'shop',
  workspace = 'prod',
  stack = 'web',
  revision,
  phase = 'succeeded',
  spec,
  state,
}: KusionReleaseFile): Readonly<Record<string, Json>> {
  const time = `2025-03-0${revision}T10:00:00.123456789+08:00`;
  return {
    [`releases/${project}/${workspace}/${revision}.yaml`]: {
      project,
      workspace,
      revision,
      stack,
      spec: {resources: spec, secretStore: null, context: {KUBECONFIG_CONTENT: 'not-for-a-file'}},
      state: {resources: state},
      phase,
      createTime: time,
      modifiedTime: time,
    },
  };
}

/** Files in a directory of their own; what is no text is written as YAML, as Kusion does. */
export async function kusionFiles(files: Readonly<Record<string, Json>>): Promise<string> {
  const directory = await scratchDirectory();
  await addKusionFiles(directory, files);
  return directory;
}

export async function addKusionFiles(directory: string, files: Readonly<Record<string, Json>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, file)), {recursive: true});
    await writeFile(join(directory, file), typeof content === 'string' ? content : writeYaml(content));
  }
}
