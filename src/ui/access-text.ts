import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {FailureCode} from '../core/failure/failure.ts';
import {posixWord} from '../core/programs/shell-words.ts';
import type {OpenDirectory} from '../core/trust/not-allowed.ts';
import type {TrustOrigin} from '../core/trust/trust-origin.ts';
import {defined} from '../lib/defined.ts';
import {count} from './count.ts';
import type {FailureText, Words} from './failure-words.ts';
import {sentence} from './sentence.ts';
import {unsignedListText} from './unsigned-list-text.ts';

/** Returns the name that the subject of a consent begins with, after a space; an empty text for a backend, which has no name. */
const nameIn = (part: string): string => /^[^\s,]+(?=,|$)/.exec(part)?.[0].replace(/^/, ' ') ?? '';

/** The words for where a file comes from. */
const ORIGIN: Readonly<Record<TrustOrigin, string>> = {
  mine: 'your own',
  project: 'from the project:',
  shared: 'in a backend that others can write:',
  fetched: 'fetched from',
};

/** Returns how to make a directory writable for its owner only. Files in such a directory need no consent. */
const repairOf = (open: OpenDirectory | undefined, after = ' '): string =>
  open === undefined
    ? ''
    : `${after}Others can write ${open.directory} (mode ${open.mode}). If only you use it, run "chmod go-w ${posixWord(open.directory)}": then no consent is needed.`;

/** The failure codes about access: kubeconfig, secrets, credentials, identity, permissions and programs. */
type Access = Extract<
  FailureCode,
  | `context/${string}`
  | 'workspace/not-allowed'
  | `consent/${string}`
  | `untrusted/${string}`
  | `secret/${string}`
  | `credential/${string}`
  | `identity/${string}`
  | `program/${string}`
  | 'kubeconfig/not-written'
  | 'backend/credential'
  | 'backend/denied'
>;

/** The texts of failures about access that is missing, not allowed or denied. */
export const ACCESS_WORDS: Pick<Words, Access> = {
  'workspace/not-allowed': ({workspace, origin, file, digest, changed, never, open}) => ({
    message: `${workspace} (${ORIGIN[origin]} ${file}) requests access that ${never === true ? 'cannot be allowed' : changed === undefined ? 'you have not allowed' : 'differs from what you allowed'}; nothing was done.`,
    ...(digest === undefined
      ? {
          hint: `Find out who wrote this file. It names a metadata address, which gives the credentials of this machine to every client.${repairOf(open)}`,
        }
      : {
          hint: `Run "gantry workspace allow${nameIn(workspace)}" to see all access that it requests and to allow it. Without a terminal, set GANTRY_ALLOW=${digest}${repairOf(open, '. ')}`,
        }),
  }),
  'consent/not-signed': unsignedListText,
  'untrusted/refused': ({problem, hint}) => ({message: `Untrusted mode: ${problem}.`, hint}),
  'untrusted/no-base': ({base, from, problem, fetch}) => ({
    message: `Untrusted mode cannot read workspaces and project.yaml from the base commit ${base} (${from}): ${problem}.`,
    hint: `Fetch it first: ${fetch}. To use another base, pass --base REF or set GANTRY_BASE.`,
  }),
  'context/kubeconfig': ({workspace, field, problem, unmade, hint}) => ({
    message: `The workspace "${workspace}" has no usable kubeconfig: ${field}: ${problem}.`,
    hint:
      unmade === true
        ? 'Nothing was stored. Repeat the command with another --kubeconfig or --kube-context.'
        : (hint ?? `Run "gantry workspace explain -w ${workspace}" to see where each value comes from.`),
  }),
  'context/value': ({workspace, field, problem, hint}) => ({
    message: `The workspace "${workspace}" has a value that cannot be used: ${field}: ${problem}.`,
    hint: hint ?? `Run "gantry workspace explain -w ${workspace}" to see where each value comes from.`,
  }),
  'context/untrusted': ({workspace, field, from, wants, allow}) => ({
    message: `The kubeconfig of the workspace "${workspace}" (${field}) was fetched from ${from}, and requests more than a fetched kubeconfig may do: ${wants.join('; ')}.`,
    hint:
      allow === undefined
        ? 'Nothing was done. No workspace can allow this.'
        : `Nothing was done. If you trust this kubeconfig, add to the workspace: ${allow}`,
  }),
  'context/fetch-refused': ({workspace, field, from, problem, hint}) => ({
    message: `${from} refused to return the kubeconfig of the workspace "${workspace}" (${field}): ${problem}.`,
    hint,
  }),
  'context/fetch-failed': ({workspace, field, from, problem, hint}) => ({
    message: `The kubeconfig of the workspace "${workspace}" (${field}) could not be fetched from ${from}: ${problem}.`,
    hint,
  }),
  'secret/denied': ({diagnostics}) => unreadText(diagnostics, 'the stores denied the login or the access'),
  'secret/unreachable': ({diagnostics}) => unreadText(diagnostics, 'the stores do not answer'),
  'credential/refused': ({server, detail, notSent}) => ({
    message:
      notSent === true ? `Cannot log in to ${server}: ${detail}.` : `${server} rejected the credential: ${detail}.`,
    hint: 'Run "gantry workspace explain" to see which credential was used.',
  }),
  'credential/expired': ({server, what, since, issuer}) => ({
    message: `The ${what} for ${server} expired on ${since}.`,
    hint:
      issuer === undefined
        ? 'Log in again, or fetch a new kubeconfig. "gantry workspace explain" shows which one is used.'
        : `On a terminal, log in again. In a pipeline, get a new token from ${issuer} (tokenFile, tokenEnv or githubAudience in identity.oidc).`,
  }),
  'credential/none': ({workspace, issuer, because}) => ({
    message: `You are not logged in at ${issuer}, which the workspace "${workspace}" requires${because === undefined ? '' : `; ${because}`}.`,
    hint: `Run "gantry login -w ${workspace}". In a pipeline, set tokenFile, tokenEnv or githubAudience in identity.oidc.`,
  }),
  'credential/login-ended': ({workspace, issuer, detail, since}) => ({
    message: `Your login at ${issuer} has expired${since === undefined ? '' : ` (its token was valid until ${since})`}: ${detail}.`,
    hint: `Run "gantry login -w ${workspace}".`,
  }),
  'credential/untrusted': ({server, issuer, clientId, until, from, detail}) => ({
    message: `${server} does not trust tokens of ${issuer} for the client ${clientId}: it rejected one that ${until === undefined ? 'has not expired' : `is valid until ${until}`}${detail === undefined ? '' : `; ${detail}`}.`,
    hint:
      from === undefined
        ? `Logging in again does not help. Set --oidc-issuer-url=${issuer} and --oidc-client-id=${clientId} on its API server: see docs/concepts/identity.md.`
        : `The workspace names ${issuer}. Use a token from that issuer, or set identity.oidc.issuer to ${from} if the cluster trusts it.`,
  }),
  'credential/wrong-audience': ({server, audience, clientId}) => ({
    message: `${server} rejected a token that was issued for ${audience.length === 0 ? 'no audience' : audience.join(', ')}, not for ${clientId}.`,
    hint: 'Make sure that the audience of the token and identity.oidc.clientId equal --oidc-client-id of the cluster.',
  }),
  'identity/refused': ({issuer, detail, hint}) => ({
    message: `The login at ${issuer} failed: ${detail}.`,
    ...defined({hint: hint === undefined ? undefined : sentence(hint)}),
  }),
  'identity/unreachable': ({issuer, detail, hint}) => ({
    message: `The identity provider ${issuer} cannot be reached: ${detail}.`,
    hint: sentence(hint ?? 'check the network, and identity.oidc.issuer of the workspace'),
  }),
  'identity/not-kept': ({directory, detail}) => ({
    message: `The directory for logins (${directory}) cannot be used: ${detail}.`,
    hint: 'Make sure that you own the directory (mode 0700) and that the disk has space. Or set GANTRY_HOME to another directory and log in again.',
  }),
  'credential/not-for': ({workspace, server, asked, differs}) => ({
    message: `The credential of the workspace "${workspace}" is for ${server}; it is not sent to ${asked}: ${differs}.`,
    hint: 'If the workspace now uses another server, write its kubeconfig again ("gantry kubeconfig --merge", "gantry env"). Otherwise find out who changed it.',
  }),
  'program/missing': ({command}) => ({
    message: `Command ${command} not found: it is not in the PATH.`,
    hint: 'Shell syntax (aliases, pipes) needs a shell: gantry exec -- sh -c "…".',
  }),
  'program/not-executable': ({command}) => ({
    message: `${command} cannot be executed: it is not a program, or is not marked as executable.`,
    hint: `To make a script executable, run "chmod +x ${command}".`,
  }),
  'program/no-place': ({path, problem}) => ({
    message: `The directory for the files that Gantry passes to programs cannot be used: ${path}: ${problem}.`,
    hint: 'Make sure that you own $GANTRY_HOME/run and $GANTRY_HOME/bin and that the disk has space, or set GANTRY_HOME to another directory.',
  }),
  'kubeconfig/not-written': ({file, problem}) => ({
    message: `${file} was not changed: ${problem}.`,
    hint: 'Fix the file, name another one (gantry kubeconfig --merge FILE), or print the kubeconfig with --print.',
  }),
  'backend/credential': ({backend, problem, hint}) => ({
    message: `Cannot access the backend ${backend}: ${problem}.`,
    hint: sentence(hint),
  }),
  'backend/denied': ({backend, action, on}) => ({
    message: `The backend ${backend} denied ${action} on ${on}.`,
    hint: 'The credential is valid, but lacks this permission. docs/guides/backends.md lists the permissions that Gantry needs.',
  }),
};

/** Returns the text of references that cannot be read: the message of the only one, or their number and `why`. */
function unreadText(diagnostics: readonly Diagnostic[], why: string): FailureText {
  const [only, ...others] = diagnostics;
  if (only !== undefined && others.length === 0) return {message: sentence(only.message)};
  return {message: `${count(diagnostics.length, 'reference')} to secrets cannot be read: ${why}.`};
}
