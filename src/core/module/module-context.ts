import {didYouMean} from '../../lib/did-you-mean.ts';
import type {JsonObject} from '../json.ts';
import {isClusterKey} from '../workspace/context-keys.ts';
import {plaintextCredentials} from '../workspace/plaintext-credentials.ts';
import {groupOf, isCredentialKey} from '../workspace/provider-groups.ts';
import {type ModuleProblem, ofModule} from './module-problem.ts';

/** The part of a context that a module receives, or the reasons why it does not. */
export type ModuleContext = {readonly context: JsonObject; readonly problems: readonly ModuleProblem[]};

/** Reports whether the name of a context key says that its value connects or logs in. */
const isForbidden = (key: string): boolean => isClusterKey(key) || (groupOf(key) !== undefined && isCredentialKey(key));

/**
 * Selects the context keys that a module or a program asks for. Keys of the cluster, credentials of providers and plain-text credentials are refused.
 * A reference to a secret (`ref://…`) stays a reference.
 */
export function moduleContext(asker: string, asked: readonly string[], context: JsonObject): ModuleContext {
  const plain = new Set(plaintextCredentials(context).map((path) => path.split('.')[0]));
  const problems = asked.flatMap((key): readonly ModuleProblem[] => {
    if (isForbidden(key))
      return [
        ofModule(
          `${asker} requests the context key ${key}, which is or may be a credential`,
          'Modules and programs receive no credentials. Remove the key from `context`.',
        ),
      ];
    if (!Object.hasOwn(context, key)) {
      const nearest = didYouMean(key, Object.keys(context));
      return [
        ofModule(
          `${asker} requests the context key ${key}, but the workspace does not have this key`,
          nearest === undefined ? `Add ${key} to \`context\` of the workspace.` : `Did you mean \`${nearest}\`?`,
        ),
      ];
    }
    if (plain.has(key))
      return [
        ofModule(
          `${asker} requests the context key ${key}, whose value is or may be a credential in plain text`,
          'Store the value in a secret store, and write `ref://…` in the workspace.',
        ),
      ];
    return [];
  });
  const known = asked.filter((key) => Object.hasOwn(context, key));
  if (problems.length > 0) return {context: {}, problems};
  return {context: Object.fromEntries(known.map((key) => [key, context[key] ?? null])), problems};
}
