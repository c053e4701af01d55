import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {requiredProviders} from '../../core/resource/required-providers.ts';
import type {RequiredProvider} from '../../core/resource/terraform-kind.ts';
import {type LockedProvider, REGISTRY, type TerraformLock} from '../../core/resource/terraform-lock.ts';
import {isCode} from '../../core/terraform/code.ts';
import {lockText, parseLockText} from '../../core/terraform/lock-text.ts';
import {isTerraformSource, sourceTexts} from '../../core/terraform/source.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {LockProviders} from '../../ports/lock-providers.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import {childVariables} from './child-variables.ts';
import {cliConfiguration} from './cli-configuration.ts';
import {type FoundTerraform, findTerraform} from './find-terraform.ts';
import {type Initializing, init, initPath} from './initialize.ts';
import {lockMirrored} from './lock-mirrored.ts';
import {requireLocked} from './locked-providers.ts';
import {requiredIn} from './module-text.ts';
import {LOCK, REQUIRED, readLock} from './run-files.ts';
import type {TerraformOptions} from './session.ts';

type Given = Pick<TerraformOptions, 'env' | 'home' | 'exclusively' | 'clean'> & {
  readonly directory: () => Promise<PrivateDirectory>;
};

/**
 * Returns the function that locks the program and the providers of a stack. Providers keep their locked version without `upgrade`, and get the checksums
 * that they have now in addition.
 */
export const providerLocks =
  ({directory: open, ...options}: Given): LockProviders =>
  async ({resources, before, upgrade, signal}) => {
    const env = childVariables(options.env);
    const program = await findTerraform(options.env, env);
    const kept = upgrade ? undefined : before;
    requireLocked(program, kept);
    const needed = requiredProviders(resources, REGISTRY[program.product]);
    const providers = needed.map(({resource: _, ...one}) => withVersion(one, kept));
    const source = resources.find(isTerraformSource);
    const code = source && sourceTexts(source);
    const directory = await open();
    try {
      const about = {idAt: () => undefined, origins: new Map(), clean: options.clean};
      const {overridden} = await cliConfiguration(env, program.product);
      const wanted = providers.filter(({source}) => !overridden.has(source));
      // A plugin cache of its own: a package in that of the user has no checksums of other platforms.
      const alone = {...env, TF_PLUGIN_CACHE_DIR: await emptyDirectory(join(directory.path, 'plugins'))};
      const request: Initializing = {
        providers: wanted,
        locked: [],
        program,
        directory,
        env: alone,
        options,
        source: code && {lock: code[LOCK], initKey: ''},
        about,
        signal,
      };
      const own = parseLockText(code?.[LOCK] ?? '');
      if (code !== undefined) await layCode(code, wanted, directory);
      const data = join(directory.path, 'data');
      await init(request, data, code === undefined ? '' : lockText([...own, ...keptFor(kept, [...wanted, ...own])]));
      const platforms = await lockMirrored(request, data);
      const found = parseLockText(await readLock(join(directory.path, initPath(request.source))))
        .filter(({source}) => !own.some((one) => one.source === source))
        .map((one) => withHashes(one, kept));
      return {
        lock: {program: program.product, version: program.version, providers: found},
        diagnostics: [
          ...found.flatMap((one) => platformNote(one, platforms.get(one.source), program)),
          ...(upgrade && own.length > 0 ? [OWN_LOCK] : []),
        ],
      };
    } finally {
      await directory.remove();
    }
  };

/** Writes Terraform code as far as `init` reads it, and the versions that other resources of the stack need. */
async function layCode(
  code: Readonly<Record<string, string>>,
  providers: readonly RequiredProvider[],
  directory: PrivateDirectory,
): Promise<void> {
  for (const [path, text] of Object.entries(code)) if (isCode(path)) await directory.write(path, text);
  if (providers.length > 0)
    await directory.write(REQUIRED, canonicalJson({terraform: {required_providers: requiredIn(providers)}}));
}

/** Returns the locked versions of providers that only code requires. Packages with other checksums are accepted, and added. */
const keptFor = (
  kept: TerraformLock | undefined,
  others: readonly {readonly source: string}[],
): readonly LockedProvider[] =>
  (kept?.providers ?? [])
    .filter(({source}) => !others.some((one) => one.source === source))
    .map((one) => ({...one, hashes: []}));

const OWN_LOCK: Diagnostic = {
  severity: 'note',
  code: 'terraform/not-locked',
  message: `the providers in ${LOCK} of the source keep their versions: that file locks them`,
  hint: 'Run "terraform init -upgrade" in the directory of the source.',
};

async function emptyDirectory(path: string): Promise<string> {
  await mkdir(path, {mode: 0o700});
  return path;
}

const withVersion = (one: RequiredProvider, kept: TerraformLock | undefined): RequiredProvider => ({
  ...one,
  version: one.version ?? kept?.providers.find(({source}) => source === one.source)?.version,
});

function withHashes(one: LockedProvider, kept: TerraformLock | undefined): LockedProvider {
  const before = kept?.providers.find(({source, version}) => source === one.source && version === one.version);
  return {...one, hashes: [...new Set([...(before?.hashes ?? []), ...one.hashes])].toSorted()};
}

/** A registry lists the checksums of all platforms, and a mirror has only those of its packages. */
function platformNote(
  {source, version, hashes}: LockedProvider,
  mirrored: readonly string[] | undefined,
  {platform}: FoundTerraform,
): readonly Diagnostic[] {
  if (mirrored === undefined && hashes.some((hash) => hash.startsWith('zh:'))) return [];
  return [
    {
      severity: 'note',
      code: 'terraform/platforms',
      message: `the provider ${source} ${version} is locked for ${(mirrored ?? [platform]).join(', ')} only: no checksums of other platforms were found`,
      hint: 'Run "gantry chart lock" on the other platforms too, or add their packages to the mirror.',
    },
  ];
}
