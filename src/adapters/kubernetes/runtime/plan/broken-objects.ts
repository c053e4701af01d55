import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../../../core/diagnostic/in-order.ts';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {groupVersion, identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {type Candidate, inputProblems, isCandidate} from './candidate.ts';

/** What is wrong before the server is asked, and what therefore nobody can judge. */
export type BrokenObjects = {
  /** Each problem once, where it is. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of wrong objects, and of those whose kind is defined by a wrong one: the server is not asked about them. */
  readonly ids: ReadonlySet<string>;
};

type Found = {
  readonly resources: readonly Resource[];
  /** As many as resources, in their order. */
  readonly found: readonly (Candidate | Diagnostic)[];
  /** Ids of objects that hold references: they are looked at when these have their values. */
  readonly expandable: ReadonlySet<string>;
};

/** Objects that the server would surely refuse. What only follows from another's fault is not told as one of its own. */
export function findBroken({resources, found, expandable}: Found): BrokenObjects {
  const problems = new Map<string, readonly Diagnostic[]>();
  for (const [i, {id}] of resources.entries()) {
    const one = found[i];
    if (one === undefined) continue;
    if (!isCandidate(one)) problems.set(id, [one]);
    else if (!expandable.has(id)) problems.set(id, inputProblems(one));
  }
  const isWrong = (id: string): boolean => (problems.get(id)?.length ?? 0) > 0;
  const wrongKinds = new Set(
    resources.flatMap(({id, attributes}) => (isWrong(id) && isDefinition(attributes) ? [kindOf(attributes)] : [])),
  );
  const follows = new Set(
    resources.flatMap(({id, attributes}) =>
      wrongKinds.has(typeOf(attributes)) && !isDefinition(attributes) ? [id] : [],
    ),
  );
  return {
    diagnostics: [...problems].flatMap(([id, own]) => (follows.has(id) ? [] : own)),
    ids: new Set([...problems.keys()].filter(isWrong).concat([...follows])),
  };
}

const isDefinition = ({kind, apiVersion}: JsonObject): boolean =>
  kind === 'CustomResourceDefinition' && text(apiVersion).startsWith('apiextensions.k8s.io/');

/** The kind that a definition defines, as far as that can be read. */
function kindOf({spec}: JsonObject): string {
  const {group, names} = object(spec);
  return `${text(group)}/${text(object(names)['kind'])}`;
}

function typeOf(attributes: JsonObject): string {
  const {apiVersion, kind} = identityOf(attributes);
  return `${groupVersion(apiVersion).group}/${kind}`;
}

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** As a reader goes through the files, one after the other, each from top to end. */
export const inFileOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  inOrder(diagnostics.toSorted((a, b) => compare(fileOf(a), fileOf(b))));

const fileOf = ({at}: Diagnostic): string => at?.file ?? '\uffff';
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
