import type {JsonObject} from '../../core/json.ts';
import {comparedDigests} from './choose-digests.ts';
import {digestsOf} from './config-digests.ts';

/** Returns why the digests in the pod template of an object change: the ConfigMaps and Secrets that differ. Returns undefined if none differs. */
export function restartReason(live: JsonObject, desired: JsonObject): string | undefined {
  const [before, after] = [digestsOf(live), digestsOf(desired)];
  if (after === undefined) return undefined;
  const {changed, added} = comparedDigests(before, after);
  if (changed.length > 0) return `${namesText(changed)} ${changed.length === 1 ? 'changes' : 'change'}`;
  const digests = added.length === 1 ? 'the digest' : 'the digests';
  return before === undefined
    ? `${digests} of ${namesText(added)} ${added.length === 1 ? 'is' : 'are'} new`
    : undefined;
}

/** Returns names such as `ConfigMap/settings` as a list in a sentence: `ConfigMap settings and Secret db`. */
export function namesText(names: readonly string[]): string {
  const words = names.map((name) => name.replace('/', ' '));
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
