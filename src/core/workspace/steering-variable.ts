const STEERING =
  /^(?:PATH|HOME|SHELL|IFS|ENV|BASH_ENV|PS4|PROMPT_COMMAND|KUBECONFIG|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|PYTHONPATH|PYTHONSTARTUP|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|EDITOR|VISUAL|PAGER)$|^(?:LD|DYLD|GANTRY|npm_config|BASH_FUNC)_/i;

/** Whether a variable decides which program runs, what it loads, or which cluster it sees: not for a file of others to say. */
export const steersPrograms = (variable: string): boolean => STEERING.test(variable);
