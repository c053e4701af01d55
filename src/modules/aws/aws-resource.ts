import type {JsonObject} from '../../core/json.ts';
import type {DeclaredResource} from '../../core/module/declared-resource.ts';
import type {ModuleRequest} from '../../core/module/module.ts';
import {defined} from '../../lib/defined.ts';
import {sha256} from '../../lib/sha256.ts';
import type {CloudSettings} from '../cloud-model.ts';

type Request = ModuleRequest<CloudSettings>;

/** Returns the id of a resource of AWS. Kusion uses the same form. */
export const awsId = (type: string, name: string): string => `hashicorp:aws:${type}:${name}`;

/** Returns a reference to an attribute of a resource of AWS. */
export const awsRef = (type: string, name: string, attribute: string): string =>
  `\${ref:${awsId(type, name)}#${attribute}}`;

/** Returns a resource of AWS, with the provider that the platform chose. */
export function awsResource({config}: Request, type: string, name: string, attributes: JsonObject): DeclaredResource {
  const {provider = 'hashicorp/aws', providerRef, region} = config;
  return {
    id: awsId(type, name),
    type: 'Terraform',
    attributes,
    extensions: defined({
      provider,
      resourceType: type,
      providerRef,
      providerMeta: region === undefined ? undefined : {region},
    }),
  };
}

/** Returns the tags of a resource: the labels of the objects of the application, and the workspace. */
export const tagsOf = ({labels, workspace}: Request): JsonObject => ({...labels, 'gantry.dev/workspace': workspace});

/**
 * Returns the name of a resource in its account: several projects, stacks and workspaces may share one.
 * @param longest the maximum length. A longer name is cut, and ends with a part of its digest.
 */
export function accountName({project, stack, name, workspace}: Request, longest: number): string {
  const whole = [project, stack, name, workspace]
    .filter((part, i, all) => part !== all[i - 1])
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  if (whole.length <= longest) return whole;
  return `${whole.slice(0, longest - 9).replace(/-$/, '')}-${sha256(whole).slice(0, 8)}`;
}
