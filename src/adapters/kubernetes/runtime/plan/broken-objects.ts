import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../../../core/diagnostic/in-order.ts';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {groupVersion, identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import {type Candidate, isCandidate} from './candidate.ts';
import {inputProblems} from './input-problems.ts';

/** The problems that are found before the server is asked, and the objects that cannot be judged because of them. */
export type BrokenObjects = {
  /** The problems, each once, at its position. */
  readonly diagnostics: readonly Diagnostic[];
  /** The ids of wrong objects, and of those whose kind is defined by a wrong CRD: the server is not asked about them. */
  readonly ids: ReadonlySet<string>;
};

type Found = {
  readonly resources: readonly Resource[];
  /** A candidate or a problem for each resource, in the same order. */
  readonly found: readonly (Candidate | Diagnostic)[];
  /** The ids of objects with references: they are checked when the references have their values. */
  readonly expandable: ReadonlySet<string>;
};

/** Finds objects that the server would certainly refuse. A problem that only follows from another one is not reported. */
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
    resources.flatMap(({id, attributes}) => (isWrong(id) && isCrd(attributes) ? [kindOf(attributes)] : [])),
  );
  const follows = new Set(
    resources.flatMap(({id, attributes}) => (wrongKinds.has(typeOf(attributes)) && !isCrd(attributes) ? [id] : [])),
  );
  return {
    diagnostics: [...problems].flatMap(([id, own]) => (follows.has(id) ? [] : own)),
    ids: new Set([...problems.keys()].filter(isWrong).concat([...follows])),
  };
}

const isCrd = ({kind, apiVersion}: JsonObject): boolean =>
  kind === 'CustomResourceDefinition' && text(apiVersion).startsWith('apiextensions.k8s.io/');

/** Returns the kind that a CRD defines, as far as it can be read. */
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

/** Sorts diagnostics in reading order: file by file, each from top to bottom. */
export const inFileOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  inOrder(diagnostics.toSorted((a, b) => compareNaturally(fileOf(a), fileOf(b))));

const fileOf = ({at}: Diagnostic): string => at?.file ?? '\uffff';
