import type {JsonObject} from '../json.ts';
import {identityOf} from '../resource/identity.ts';
import type {Resource} from '../resource/resource.ts';
import {terraformType} from '../resource/terraform-type.ts';
import {globPattern, isGlob} from './glob.ts';
import {matchesLabels, parseLabelSelector} from './label-selector.ts';

/** A resource that can be selected: one of the spec, or of the last release. */
export type Selectable = Pick<Resource, 'id' | 'attributes'> & Partial<Pick<Resource, 'type' | 'extensions'>>;

/**
 * Parses a value of `--target` or `--exclude`: an id, a glob over ids, a label selector as in kubectl, or a kind (`Deployment`,
 * `deployments`, `apps/Deployment`, `apps/v1/Deployment`), also the type of a Terraform resource.
 */
export function selectorOf(text: string, ids: ReadonlySet<string>): (resource: Selectable) => boolean {
  if (ids.has(text)) return ({id}) => id === text;
  if (isGlob(text)) {
    const pattern = globPattern(text);
    return ({id}) => pattern.test(id);
  }
  // A single word could be the name of a label, but users mean a kind.
  const labels = /[=!\s,]/.test(text) ? parseLabelSelector(text) : undefined;
  if (labels !== undefined) return ({type, attributes}) => type !== 'Terraform' && matchesLabels(labels, attributes);
  const wanted = text.toLowerCase();
  return (resource) => namesOfKind(resource).includes(wanted);
}

/** Returns all names of the kind of a resource. That of a Terraform resource is its type. */
export function namesOfKind({id, type, attributes, extensions = {}}: Selectable): readonly string[] {
  if (type !== 'Terraform') return kindNames(attributes);
  const own = terraformType({id, extensions});
  return own === undefined ? [] : [own.toLowerCase()];
}

/** Returns all names of the kind of an object. */
export function kindNames(attributes: JsonObject): readonly string[] {
  const {apiVersion, group, kind} = identityOf(attributes);
  const names = [kind.toLowerCase(), pluralOf(kind.toLowerCase())];
  const groups = [apiVersion.toLowerCase(), ...(group === '' ? [] : [group.toLowerCase()])];
  return [...names, ...groups.flatMap((prefix) => names.map((name) => `${prefix}/${name}`))];
}

/** Returns the plural of a kind, as the server's own names: ingresses, networkpolicies, deployments. */
function pluralOf(kind: string): string {
  if (kind.endsWith('s') || kind.endsWith('x') || kind.endsWith('ch')) return kind === 'endpoints' ? kind : `${kind}es`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
