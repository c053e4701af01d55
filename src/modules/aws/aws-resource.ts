import type {JsonObject} from '../../core/json.ts';
import type {DeclaredResource} from '../../core/module/declared-resource.ts';
import type {ModuleRequest} from '../../core/module/module.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
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

/** The length of a name, and its first character: names of RDS and ElastiCache begin with a letter. */
type NameRules = {readonly longest: number; readonly start?: 'letter'};

/**
 * Returns the name of a resource in its account: several projects, stacks and workspaces may share one. Different resources get different names: a
 * name that would not show where each part ends (`a-b` and `c`, or `a` and `b-c`) and a longer one end with a part of their digest.
 */
export function accountName({project, stack, name, workspace}: Request, {longest, start}: NameRules): string {
  const parts = [project, stack, name, workspace];
  const text = parts
    .filter((part, i, all) => part !== all[i - 1])
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const whole = start === 'letter' && !/^[a-z]/.test(text) ? `x-${text}` : text;
  const isClear = deepEqual(partsOf(whole), parts);
  if (isClear && whole.length <= longest) return whole;
  const digest = sha256(isClear ? whole : canonicalJson(parts)).slice(0, 8);
  return `${whole.slice(0, longest - 9).replace(/-$/, '')}-${digest}`;
}

/** Returns the parts that a name shows. Names in a stack have a dash (`web-db`), so a short text has the same project and stack. */
function partsOf(text: string): readonly string[] {
  const [project = '', ...rest] = text.split('-');
  const workspace = rest.pop() ?? '';
  const stack = rest.length > 2 ? (rest.shift() ?? '') : project;
  return [project, stack, rest.join('-'), workspace];
}
