import type {NotifyTarget} from '../../config/notify.ts';
import {readUserConfig, type UserConfig, userConfigFile} from '../../config/user-config.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Deps} from '../deps.ts';

/** The selected targets, and the configuration that declares them. */
export type NamedTargets = {
  readonly config: UserConfig;
  readonly targets: Readonly<Record<string, NotifyTarget>>;
};

/**
 * Returns the targets with these names from the user's own configuration. Files of a project declare none, because a checkout must not
 * redirect messages or read secrets.
 * @throws GantryError 'input/usage' for an unknown name, 'input/invalid' for an invalid file
 */
export async function checkTargets(names: readonly string[], {home}: Pick<Deps, 'home'>): Promise<NamedTargets> {
  const config = await readUserConfig(home);
  const declared = config.notify ?? {};
  const targets: Record<string, NotifyTarget> = {};
  for (const name of names) {
    const target = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (target === undefined) throw unknown(name, Object.keys(declared), home);
    targets[name] = target;
  }
  return {config, targets};
}

function unknown(name: string, known: readonly string[], home: string): GantryError {
  const file = userConfigFile(home);
  const near = didYouMean(name, known);
  const listed = known.length === 0 ? `${file} declares none` : `${file} declares ${known.join(', ')}`;
  return new GantryError({
    code: 'input/usage',
    message: `--notify ${name}: no notification target has this name; ${listed}`,
    hint: near === undefined ? `Declare it under \`notify\` in ${file}.` : `Did you mean ${near}?`,
  });
}
