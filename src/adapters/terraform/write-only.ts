import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonPath} from '../../core/json.ts';
import type {Change} from '../../core/plan/plan.ts';
import {follow, showPath} from '../../core/reference/path.ts';
import {isTerraformSource} from '../../core/terraform/source.ts';
import {MASK} from '../../core/workspace/mask.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {AboutResource} from './about-resource.ts';
import {actionOf} from './change-of.ts';
import {covers} from './masks.ts';
import type {ResourcePlan} from './resource-plan.ts';
import type {SentResource} from './root-module.ts';
import type {Stored} from './stored.ts';

type WithModule = Pick<AboutResource, 'resource' | 'planned' | 'module' | 'request'>;
type Digests = Readonly<Record<string, string>>;

/**
 * Returns digests of the write-only arguments of a resource, by path. Terraform refuses a plan that loses the value of any other
 * argument, so an argument with a value in the files and none in the plan is write-only. No schema has to be read for that.
 */
function digestsOf({resource, planned, module, request}: WithModule): Digests {
  const sent = module.sent.get(resource.id);
  if (sent === undefined || isTerraformSource(resource)) return {};
  const paths = leavesIn(resource.attributes).filter((path) => isWriteOnly(path, planned));
  return Object.fromEntries(
    paths.map((path) => [showPath(path), request.secrets.digestKey.hmac(textOf(path, sent, resource.id))]),
  );
}

function isWriteOnly(path: JsonPath, {after, unknown}: WithModule['planned']): boolean {
  const found = follow(after ?? {}, path);
  return 'value' in found && found.value === null && !covers(unknown, path);
}

/** Returns the value of an argument, without the names of variables: these depend on the other resources. */
function textOf(path: JsonPath, {block, hidden}: SentResource, id: string): string {
  const found = follow(block, path);
  const text = canonicalJson('value' in found ? found.value : null).replaceAll(/\bvar\.[se]\d+\b/g, 'var');
  const values = hidden.filter((one) => showPath(one.path) === showPath(path)).map(({value}) => value);
  return canonicalJson([id, showPath(path), text, values]);
}

/** Returns the paths of values that are neither null nor empty: a provider may treat an empty text as none. */
function leavesIn(value: Json, path: JsonPath = []): readonly JsonPath[] {
  if (isList(value)) return value.flatMap((part, i) => leavesIn(part, [...path, i]));
  if (isObject(value)) return Object.entries(value).flatMap(([name, part]) => leavesIn(part, [...path, name]));
  return value === null || value === '' ? [] : [path];
}

/** Returns the paths whose values are not those of the last apply; none if that apply is not known. */
function changedIn(about: WithModule, {writeOnly}: Pick<Stored, 'writeOnly'>): readonly string[] {
  const before = writeOnly?.[about.planned.address];
  if (before === undefined) return [];
  return Object.entries(digestsOf(about)).flatMap(([path, digest]) => (before[path] === digest ? [] : [path]));
}

/** Adds the write-only arguments that a change sends: all of them to a new object, and the changed ones to an existing object. */
export function withWriteOnly(change: Change, about: WithModule, stored: Pick<Stored, 'writeOnly'>): Change {
  if (change.action === 'unchanged' || change.action === 'delete') return change;
  const isNew = change.action === 'create' || change.action === 'replace';
  const paths = isNew ? Object.keys(digestsOf(about)) : changedIn(about, stored);
  const fields = paths.map((path) => ({
    path,
    sensitive: true as const,
    cause: 'spec' as const,
    ...defined({after: isNew ? MASK : undefined}),
  }));
  return {...change, fields: [...change.fields, ...fields]};
}

/** Warns of write-only values that have changed without another change of their resource: Terraform sends none of them. */
export function unsentValues(
  about: AboutResource | undefined,
  stored: Pick<Stored, 'writeOnly'>,
): readonly Diagnostic[] {
  if (about === undefined || actionOf(about.planned) !== 'unchanged') return [];
  const {resource, request} = about;
  return changedIn(about, stored).map((path) => ({
    severity: 'warning',
    code: 'terraform/not-sent',
    message: `${resource.id}: the write-only argument \`${path}\` has changed, and is not sent, because Terraform compares only other arguments`,
    hint: `Change \`${path}_version\`, or the argument by which the provider notices a new value.`,
    resource: resource.id,
    ...defined({at: request.wanted.origins.get(resource.id)?.position([])}),
  }));
}

/** Returns the digests to store after an apply: new ones for the resources that it has completed. */
export function writeOnlyAfter(
  plan: Pick<ResourcePlan, 'about' | 'idAt' | 'session'>,
  module: AboutResource['module'],
  completed: ReadonlySet<string>,
): Stored['writeOnly'] {
  const {writeOnly: before = {}, shown} = plan.session.stored();
  const now = [...completed].flatMap((address) => {
    const about = plan.about(plan.idAt(address) ?? address);
    return about === undefined ? [] : [[address, digestsOf({...about, module})] as const];
  });
  const all = Object.entries({...before, ...Object.fromEntries(now)});
  return Object.fromEntries(all.filter(([address]) => shown?.resources[address] !== undefined));
}
