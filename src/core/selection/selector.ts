import type {JsonObject} from '../json.ts';
import {identityOf} from '../resource/identity.ts';
import {globPattern, isGlob} from './glob.ts';
import {matchesLabels, parseLabelSelector} from './label-selector.ts';

/** What can be selected: a resource of the spec, or one that the last release left. */
export type Selectable = {readonly id: string; readonly attributes: JsonObject};

/**
 * What `--target` and `--exclude` take: an id; a glob over ids; a label selector, as kubectl has it; or a kind: `Deployment`,
 * `deployments`, `apps/Deployment`, `apps/v1/Deployment`.
 */
export function selectorOf(text: string, ids: ReadonlySet<string>): (resource: Selectable) => boolean {
  if (ids.has(text)) return ({id}) => id === text;
  if (isGlob(text)) {
    const pattern = globPattern(text);
    return ({id}) => pattern.test(id);
  }
  // A lone word could be the name of a label: it is taken for a kind, which is what people mean.
  const labels = /[=!\s,]/.test(text) ? parseLabelSelector(text) : undefined;
  if (labels !== undefined) return ({attributes}) => matchesLabels(labels, attributes);
  const wanted = text.toLowerCase();
  return ({attributes}) => kindNames(attributes).includes(wanted);
}

/** Everything that means the kind of an object. */
export function kindNames(attributes: JsonObject): readonly string[] {
  const {apiVersion, group, kind} = identityOf(attributes);
  const names = [kind.toLowerCase(), pluralOf(kind.toLowerCase())];
  const groups = [apiVersion.toLowerCase(), ...(group === '' ? [] : [group.toLowerCase()])];
  return [...names, ...groups.flatMap((prefix) => names.map((name) => `${prefix}/${name}`))];
}

/** As the server's own names are made: ingresses, networkpolicies, deployments. */
function pluralOf(kind: string): string {
  if (kind.endsWith('s') || kind.endsWith('x') || kind.endsWith('ch')) return kind === 'endpoints' ? kind : `${kind}es`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
