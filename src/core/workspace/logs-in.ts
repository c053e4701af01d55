/** Flags of a login program for the identity and the cluster, each with a value. They cannot name a server, file or program. */
type Login = {
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly switches?: readonly string[];
};

/** Programs that print a credential for a cluster, with the arguments from their documentation. */
const LOGINS: Readonly<Record<string, Login>> = {
  aws: {
    words: ['eks', 'get-token'],
    flags: ['--cluster-name', '--cluster-id', '--region', '--profile', '--role-arn', '--role-session-name', '--output'],
  },
  'aws-iam-authenticator': {
    words: ['token'],
    flags: ['-i', '--cluster-id', '-r', '--role', '--region', '-s', '--session-name'],
  },
  'gke-gcloud-auth-plugin': {words: [], flags: [], switches: ['--use_application_default_credentials']},
  kubelogin: {
    words: ['get-token'],
    flags: ['--login', '-l', '--environment', '-e', '--server-id', '--client-id', '--tenant-id', '-t', '--username'],
    switches: ['--legacy', '--pop-enabled'],
  },
  doctl: {words: ['kubernetes', 'cluster', 'kubeconfig', 'exec-credential'], flags: ['--version', '--context']},
};

/** Reports whether a program with these arguments only logs in. Only then is its name enough to trust it. */
export function logsIn([program = '', ...args]: readonly string[]): boolean {
  if (!Object.hasOwn(LOGINS, program)) return false;
  const {words = [], flags = [], switches = []} = LOGINS[program] ?? {};
  const rest = withoutFlags(args, flags, switches);
  if (rest === undefined) return false;
  // `doctl … exec-credential CLUSTER-ID` ends with the id of the cluster.
  const more = rest.slice(words.length);
  return words.every((word, at) => rest[at] === word) && more.length <= (program === 'doctl' ? 1 : 0);
}

/** Removes the flags; undefined if there is another flag or a value is missing. */
function withoutFlags(
  args: readonly string[],
  flags: readonly string[],
  switches: readonly string[],
): readonly string[] | undefined {
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (!word.startsWith('-')) rest.push(word);
    else if (switches.includes(word)) continue;
    else if (word.startsWith('--') && flags.includes(word.split('=', 1)[0] ?? '') && word.includes('=')) continue;
    else if (flags.includes(word) && at + 1 < args.length && !(args[at + 1] ?? '').startsWith('-')) at += 1;
    else return undefined;
  }
  return rest;
}
