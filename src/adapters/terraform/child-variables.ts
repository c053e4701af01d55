import type {ProviderSettings} from '../../ports/runtime-needs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of the user that Terraform needs: where its CLI configuration, mirrors and registry logins are, and the network. Everything
 * that would change what it does (`TF_CLI_ARGS`, `TF_VAR_…`, `TF_WORKSPACE`, `TF_LOG`) is left out.
 */
const KEPT =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_ALL|TMPDIR|TEMP|TMP|SystemRoot|APPDATA|XDG_CONFIG_HOME|XDG_DATA_HOME|XDG_DATA_DIRS|SSL_CERT_(?:FILE|DIR)|https?_proxy|no_proxy|all_proxy|TF_CLI_CONFIG_FILE|TF_PLUGIN_CACHE_DIR|TF_TOKEN_\w+)$/i;

/** Returns the environment of Terraform without the keys of providers. */
export const childVariables = (env: Environment): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== undefined && KEPT.test(name))),
  TF_IN_AUTOMATION: '1',
  TF_INPUT: '0',
  CHECKPOINT_DISABLE: '1',
});

/** The values that one module needs from the environment of the child. */
export type ChildValues = {
  /** The paths of the variables that name a file. */
  readonly files: ReadonlyMap<string, string>;
  /** The ephemeral variables of the module, by name. */
  readonly ephemeral: ReadonlyMap<string, string>;
};

/** Returns the variables of the providers of this stack, and the ephemeral variables of its module. */
export const providerVariables = (
  {environment}: Pick<ProviderSettings, 'environment'>,
  {files, ephemeral}: ChildValues,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries([...ephemeral].map(([name, value]) => [`TF_VAR_${name}`, value])),
  ...Object.fromEntries([...environment.set].map(([name, value]) => [name, value.reveal()])),
  ...Object.fromEntries(files),
});
