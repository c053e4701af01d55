/** Variables that decide which program runs, or which cluster it uses. */
const NAMES = [
  'PATH HOME SHELL IFS ENV BASH_ENV PS4 PROMPT_COMMAND KUBECONFIG EDITOR VISUAL PAGER BROWSER SSH_ASKPASS',
  'ZDOTDIR INPUTRC MAKEFILES MAKEFLAGS HELM_DATA_HOME HELM_CONFIG_HOME HELM_CACHE_HOME KREW_ROOT TF_REATTACH_PROVIDERS',
  // Variables with code or certificates that interpreters and libraries load at the start.
  'NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED PYTHONPATH PYTHONHOME PYTHONSTARTUP',
  'PYTHONUSERBASE PERL5LIB PERL5OPT RUBYLIB RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
  'DOTNET_STARTUP_HOOKS OPENSSL_CONF OPENSSL_MODULES GCONV_PATH CLOUDSDK_PYTHON',
].flatMap((names) => names.split(' '));

/** Prefixes of such variables: git runs the programs in `GIT_SSH_COMMAND` and others, and `TF_CLI_CONFIG_FILE` names providers. */
const PREFIXES = /^(?:LD|DYLD|GANTRY|NPM_CONFIG|BASH_FUNC|GIT|XDG|TF_CLI)_/;

/** Endings of such variables, which name a program or its directory: `KUBE_EDITOR`, `MANPAGER`, `HELM_PLUGINS`, `SUDO_ASKPASS`. */
const ENDINGS = /(?:EDITOR|PAGER|BROWSER|ASKPASS|_PLUGINS?|_PLUGIN_(?:PATH|DIR))$/;

const STEERING: ReadonlySet<string> = new Set(NAMES);

/** Reports whether a variable decides which program runs, what it loads, or which cluster it uses. A workspace must not set it. */
export function steersPrograms(variable: string): boolean {
  const name = variable.toUpperCase();
  return STEERING.has(name) || PREFIXES.test(name) || ENDINGS.test(name);
}
