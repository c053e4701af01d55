import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {NotifyTarget} from '../../config/notify.ts';
import {type UserConfig, userConfigFile} from '../../config/user-config.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {TargetRules} from '../../core/notify/is-wanted.ts';
import {DEFAULT_TEMPLATE} from '../../core/notify/template.ts';
import {Secret} from '../../core/secret/secret.ts';
import {defined} from '../../lib/defined.ts';
import type {Notifier, SendRequest} from '../../ports/notifier.ts';
import {DEFAULT_STORE} from '../../registry/secret-stores.ts';
import type {Deps} from '../deps.ts';
import {readerOf} from '../secret/secret-reader.ts';
import {unread} from '../secret/unread.ts';
import {declaredTarget, rulesOf} from './rules-of.ts';

/** A target that messages can be sent to. */
export type OpenTarget = {
  readonly name: string;
  readonly rules: TargetRules;
  readonly template: string;
  readonly notifier: Notifier;
};

type Opening = {
  readonly name: string;
  readonly target: NotifyTarget;
  readonly config: UserConfig;
  readonly http: SendRequest;
};

/** Opens a target: its references are resolved, and nothing is sent. @throws GantryError if a secret or a file cannot be read */
export async function openTarget({name, target, config, http}: Opening, deps: Deps): Promise<OpenTarget> {
  const {descriptor, declared} = declaredTarget(target);
  const notifier = await descriptor.open(declared, {
    http,
    secret: secretsFor({name, config}, deps),
    certificates: (path) => readFile(resolve(deps.home, path), 'utf8').catch(() => refuse(`caFile ${path}`)),
  });
  return {
    name,
    rules: rulesOf(target),
    template: target.template ?? DEFAULT_TEMPLATE,
    notifier,
  };
}

/** Resolves references from the user's own stores. Stores of workspaces are not used: a project can declare them. */
function secretsFor({name, config}: Pick<Opening, 'name' | 'config'>, deps: Deps) {
  const base = deps.home;
  const main = {store: config.secretStore ?? DEFAULT_STORE, base};
  const named = Object.fromEntries(
    Object.entries(config.secretStores ?? {}).map(([store, declared]) => [store, {store: declared, base}]),
  );
  const reader = readerOf({of: userConfigFile(deps.home), main, named}, deps);
  return async (text: string): Promise<Secret> => {
    if (!text.startsWith('ref://')) return new Secret(text);
    const answer = await reader.read(text);
    if ('value' in answer) return answer.value;
    const {because, hint, fault} = answer;
    const message = `cannot read ${text} for the notification target ${name}: ${because}`;
    if (fault !== undefined) throw unread([{message, hint, fault}]);
    throw new GantryError({code: 'input/usage', message, ...defined({hint})});
  };
}

const refuse = (what: string): never => {
  throw new GantryError({code: 'input/usage', message: `${what} cannot be read`});
};
