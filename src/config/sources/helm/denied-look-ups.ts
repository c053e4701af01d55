import type {LookUp} from '../../../ports/cluster-facts.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';

/** The Secrets that a source allows, and the namespace of its release. */
export type AllowedSecrets = {readonly lookups: readonly string[]; readonly namespace: string};

/** Returns the problem of look-ups of Secrets that a source does not allow. The first one ended the rendering. */
export function deniedLookUps(denied: readonly LookUp[], {lookups, namespace: own}: AllowedSecrets): SourceProblem {
  const [first] = denied;
  if (first !== undefined && first.name === undefined) return deniedList(first);
  const places = [
    ...new Set(denied.flatMap(({namespace = '', name}) => (name === undefined ? [] : [`${namespace}/${name}`]))),
  ];
  const allowed = [
    ...lookups,
    ...places.map((place) => (place.startsWith(`${own}/`) ? place.slice(own.length + 1) : place)),
  ];
  const [what, whose] = places.length === 1 ? ['Secret', 'its'] : ['Secrets', 'their'];
  return {
    problem: `the chart looks up the ${what} ${places.join(', ')}, and \`lookups\` does not allow it`,
    hint: `To let the chart read ${whose} values, set \`lookups: [${allowed.join(', ')}]\` in the source.`,
  };
}

function deniedList({namespace = ''}: LookUp): SourceProblem {
  const place = namespace === '' ? 'all namespaces' : `the namespace ${namespace}`;
  return {
    problem: `the chart looks up a list of the Secrets in ${place}`,
    hint: 'A chart may read only Secrets that `lookups` names, not a list of them. Set a value so that the template does not list Secrets.',
  };
}
