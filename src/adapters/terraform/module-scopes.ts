import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../core/json.ts';
import {follow} from '../../core/reference/path.ts';
import {referenceDiagnostic} from '../../core/reference/reference-diagnostic.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {Block} from '../../core/terraform/blocks.ts';
import {traversal} from './escape.ts';
import type {Scope} from './expressions.ts';
import type {ModuleRequest} from './module-request.ts';
import {outputExpression} from './output-values.ts';
import {OUTPUTS} from './outputs.ts';

/** The module that the scopes of its resources belong to. */
export type Scoping = {
  readonly addresses: ReadonlyMap<string, string>;
  /** The outputs of the source, and the names of those that resources use. */
  readonly declared: ReadonlyMap<string, Block>;
  readonly outputs: Set<string>;
  readonly made: {readonly lost: Set<string>; readonly secretPaths: Map<string, JsonPath[]>; hasUnknown: boolean};
  readonly hide: Scope['hide'];
  readonly diagnostics: Diagnostic[];
};

/** Returns the function that makes the scope of a resource. `made` collects the secrets, unknown values and lost references of its texts. */
export const scopesOf =
  ({ids, origins, values}: ModuleRequest, {addresses, declared, outputs, made, hide, diagnostics}: Scoping) =>
  ({id: own}: Pick<Resource, 'id'>): Scope => ({
    ...values,
    expressionFor: (id, path) => {
      const address = addresses.get(id);
      if (address !== OUTPUTS) return address && `${address}${traversal(path)}`;
      const expression = outputExpression(declared, path);
      if (expression !== undefined) outputs.add(String(path[0]));
      return expression;
    },
    // An output that the files do not declare is a field that is missing.
    lookup: (id, path) =>
      addresses.get(id) === OUTPUTS
        ? Object.fromEntries([...declared.keys()].map((name) => [name, null]))
        : values.lookup(id, path),
    recall: (path, redacted) => values.recall(own, path, redacted),
    isKnown: (id) => ids.has(id),
    knownIds: ids,
    hide,
    onUnknown: () => {
      made.hasUnknown = true;
    },
    onSecret: (path) => void made.secretPaths.set(own, [...(made.secretPaths.get(own) ?? []), path]),
    onLost: () => void made.lost.add(own),
    onProblem: (problem) => void diagnostics.push(referenceDiagnostic(problem, own, origins.get(own))),
  });

/** Makes a value that is not found unknown: a deletion does not need it. */
export const lenient = (scope: Scope): Scope => ({
  ...scope,
  isKnown: () => true,
  lookup: (id, path) => {
    const found = scope.lookup(id, path);
    return found === undefined || (typeof found === 'object' && path !== undefined && !('value' in follow(found, path)))
      ? 'unknown'
      : found;
  },
  onProblem: () => undefined,
});
