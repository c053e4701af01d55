import type {MissingPermission} from '../../../../core/plan/missing-permission.ts';
import type {AccessQuestion, Reviews} from '../client/reviews.ts';
import type {NeededPermission} from './needed-permissions.ts';

type Ask = (question: AccessQuestion) => Promise<boolean>;

/** The permissions with the same verb on the same kind in the same place. */
type Group = {readonly question: AccessQuestion; readonly rights: readonly NeededPermission[]};

/** The number of questions from which a single question for all permissions is worthwhile. */
const WORTH_ALL = 4;
/** The number of namespaces from which a question for the whole cluster is worthwhile. */
const WORTH_CLUSTER = 3;
/** The number of names that are asked for before the whole kind counts as denied: one missing permission already refuses the run. */
const SAMPLE = 8;

const EVERYTHING: AccessQuestion = {verb: '*', group: '*', resource: '*'};

/**
 * Returns the permissions that are denied, with few questions: for everything; then for each verb and kind in the whole
 * cluster, if that saves some; then in each namespace; and by name only if a denial in the namespace leaves room for
 * rules with names. If the server does not answer, nothing counts as denied, and the write reports it.
 */
export async function reviewPermissions(
  {mayI}: Pick<Reviews, 'mayI'>,
  needed: readonly NeededPermission[],
): Promise<readonly MissingPermission[]> {
  const groups = [...Map.groupBy(needed, keyOf).values()].flatMap((same) => groupOf(same));
  if (groups.length === 0) return [];
  const ask: Ask = async (question) => (await mayI(question))?.allowed !== false;
  if (groups.length >= WORTH_ALL) {
    const all = await mayI(EVERYTHING);
    if (all === undefined || all.allowed) return [];
  }
  const byKind = [
    ...Map.groupBy(groups, ({question: {verb, group, resource}}) => `${verb} ${group}/${resource}`).values(),
  ];
  const denied = await Promise.all(byKind.map((places) => askPlaces(ask, places)));
  return denied.flat();
}

const keyOf = ({verb, group, resource, namespace}: NeededPermission): string =>
  JSON.stringify([verb, group, resource, namespace ?? null]);

function groupOf(needed: readonly NeededPermission[]): readonly Group[] {
  const [first] = needed;
  if (first === undefined) return [];
  const {name: _, id: _id, ...question} = first;
  return [{question, rights: needed}];
}

async function askPlaces(ask: Ask, places: readonly Group[]): Promise<readonly MissingPermission[]> {
  const [first] = places;
  if (first !== undefined && places.length >= WORTH_CLUSTER) {
    const {namespace: _, ...everywhere} = first.question;
    if (await ask(everywhere)) return [];
  }
  return (await Promise.all(places.map((group) => askGroup(ask, group)))).flat();
}

async function askGroup(ask: Ask, {question, rights}: Group): Promise<readonly MissingPermission[]> {
  if (await ask(question)) return [];
  const names = [...new Set(rights.flatMap(({name}) => name ?? []))];
  const may = (some: readonly string[]) => Promise.all(some.map((name) => ask({...question, name})));
  const sample = await may(names.slice(0, SAMPLE));
  const rest = sample.includes(true) ? await may(names.slice(SAMPLE)) : [];
  const allowed = new Set(names.filter((_, i) => [...sample, ...rest][i] === true));
  if (allowed.size === 0) return [{...question, ids: idsOf(rights)}];
  const denied = names.filter((name) => !allowed.has(name));
  if (denied.length === 0) return [];
  return [
    {...question, names: denied, ids: idsOf(rights.filter(({name}) => name === undefined || !allowed.has(name)))},
  ];
}

const idsOf = (needed: readonly NeededPermission[]): readonly string[] => [...new Set(needed.map(({id}) => id))];
