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

/** What of a workspace is meant begins with its name; a backend has none. */
const nameIn = (part: string): string => /^[^\s,]+(?=,|$)/.exec(part)?.[0].replace(/^/, ' ') ?? '';

/** Who may have written it. */
const ORIGIN: Readonly<Record<TrustOrigin, string>> = {
  mine: 'your own',
  project: 'of the project:',
  shared: 'in a backend that others write:',
  fetched: 'fetched from',
};

/** A directory that is the user's alone again asks nothing. */
const repairOf = (open: OpenDirectory | undefined, after = ' '): string =>
  open === undefined
    ? ''
    : `${after}Others can write ${open.directory} (mode ${open.mode}). If it is yours alone, run "chmod go-w ${posixWord(open.directory)}", and nothing is asked.`;

/** What stands between a workspace and its cluster: the kubeconfig, secrets, credentials, an identity, a right; and programs. */
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

/** Texts of failures about what a user has not allowed, or is not permitted. */
export const ACCESS_WORDS: Pick<Words, Access> = {
  'workspace/not-allowed': ({workspace, origin, file, digest, changed, never, open}) => ({
    message: `${workspace} (${ORIGIN[origin]} ${file}) wants what ${never === true ? 'nobody may allow' : changed === undefined ? 'you have not allowed' : 'differs from what you allowed'}; nothing of it was done.`,
    ...(digest === undefined
      ? {
          hint: `Find out who wrote it. Such an address gives the credentials of this machine to whoever asks.${repairOf(open)}`,
        }
      : {
          hint: `"gantry workspace allow${nameIn(workspace)}" lists everything that it wants and stores your consent. Without a terminal: GANTRY_ALLOW=${digest}${repairOf(open, '. ')}`,
        }),
  }),
  'consent/not-signed': unsignedListText,
  'untrusted/refused': ({problem, hint}) => ({message: `Untrusted mode: ${problem}.`, hint}),
  'untrusted/no-base': ({base, from, problem, fetch}) => ({
    message: `Untrusted mode reads workspaces and project.yaml from the base commit, ${base} (${from}), and cannot: ${problem}.`,
    hint: `Fetch it first: ${fetch}. Another base is named with --base REF or GANTRY_BASE.`,
  }),
  'context/kubeconfig': ({workspace, field, problem, unmade, hint}) => ({
    message: `The workspace "${workspace}" leads to no cluster: ${field}: ${problem}.`,
    hint:
      unmade === true
        ? 'Nothing was kept: repeat the command with another --kubeconfig or --kube-context.'
        : (hint ?? `"gantry workspace explain -w ${workspace}" shows where each value comes from.`),
  }),
  'context/value': ({workspace, field, problem, hint}) => ({
    message: `The workspace "${workspace}" lacks a value: ${field}: ${problem}.`,
    hint: hint ?? `"gantry workspace explain -w ${workspace}" shows where each value comes from.`,
  }),
  'context/untrusted': ({workspace, field, from, wants, allow}) => ({
    message: `The kubeconfig of the workspace "${workspace}" (${field}) was fetched from ${from}, and wants more than a fetched one may: ${wants.join('; ')}.`,
    hint:
      allow === undefined
        ? 'Nothing of it was done, and no workspace can allow it.'
        : `Nothing of it was done. If that is as it should be, write into the workspace: ${allow}`,
  }),
  'context/fetch-refused': ({workspace, field, from, problem, hint}) => ({
    message: `The kubeconfig of the workspace "${workspace}" (${field}) is not given out by ${from}: ${problem}.`,
    hint,
  }),
  'context/fetch-failed': ({workspace, field, from, problem, hint}) => ({
    message: `The kubeconfig of the workspace "${workspace}" (${field}) could not be fetched from ${from}: ${problem}.`,
    hint,
  }),
  'secret/denied': ({diagnostics}) => unreadText(diagnostics, 'we are not let in, or may not read them'),
  'secret/unreachable': ({diagnostics}) => unreadText(diagnostics, 'their stores do not answer'),
  'credential/refused': ({server, detail, notSent}) => ({
    message:
      notSent === true
        ? `Cannot log in to ${server}: ${detail}.`
        : `${server} did not accept the credential: ${detail}.`,
    hint: '"gantry workspace explain" shows which credential was used.',
  }),
  'credential/expired': ({server, what, since, issuer}) => ({
    message: `The ${what} for ${server} expired on ${since}.`,
    hint:
      issuer === undefined
        ? 'Log in again or fetch a new kubeconfig; "gantry workspace explain" shows which one is used.'
        : `A pipeline must get a new token of ${issuer} (tokenFile, tokenEnv or githubAudience below identity.oidc); a person logs in again.`,
  }),
  'credential/none': ({workspace, issuer, because}) => ({
    message: `You are not logged in at ${issuer}, which the workspace "${workspace}" needs${because === undefined ? '' : `; ${because}`}.`,
    hint: `Type "gantry login -w ${workspace}". A pipeline needs tokenFile, tokenEnv or githubAudience below identity.oidc.`,
  }),
  'credential/login-ended': ({workspace, issuer, detail, since}) => ({
    message: `Your login at ${issuer} has ended${since === undefined ? '' : ` (its token lasted until ${since})`}: ${detail}.`,
    hint: `Type "gantry login -w ${workspace}".`,
  }),
  'credential/untrusted': ({server, issuer, clientId, until, from, detail}) => ({
    message: `${server} does not trust the tokens of ${issuer} for the client ${clientId}: it refuses one that ${until === undefined ? 'has not ended' : `lasts until ${until}`}${detail === undefined ? '' : `; ${detail}`}.`,
    hint:
      from === undefined
        ? `Logging in again does not help. Its API server needs --oidc-issuer-url=${issuer} and --oidc-client-id=${clientId}: docs/concepts/identity.md.`
        : `The workspace names ${issuer}: take a token of that one, or write ${from} as issuer below identity.oidc if the cluster trusts it.`,
  }),
  'credential/wrong-audience': ({server, audience, clientId}) => ({
    message: `${server} refuses a token that was made for ${audience.length === 0 ? 'nobody' : audience.join(', ')}, and not for ${clientId}.`,
    hint: 'The audience of the token and clientId below identity.oidc must be what --oidc-client-id of the cluster says.',
  }),
  'identity/refused': ({issuer, detail, hint}) => ({
    message: `The login at ${issuer} failed: ${detail}.`,
    ...defined({hint: hint === undefined ? undefined : sentence(hint)}),
  }),
  'identity/unreachable': ({issuer, detail, hint}) => ({
    message: `The provider of identities ${issuer} cannot be reached: ${detail}.`,
    hint: sentence(hint ?? 'check the network and issuer below identity.oidc of the workspace'),
  }),
  'identity/not-kept': ({directory, detail}) => ({
    message: `Logins are kept in ${directory}, which cannot be used: ${detail}.`,
    hint: 'Mend that directory: it is to be yours alone, with room on its disk. Or name another place with GANTRY_HOME, and log in again.',
  }),
  'credential/not-for': ({workspace, server, asked, differs}) => ({
    message: `The credential of the workspace "${workspace}" is for ${server}; it is not given to ${asked}: ${differs}.`,
    hint: 'If the workspace has moved, write its kubeconfig again ("gantry kubeconfig --merge", "gantry env"). Otherwise find out who changed it.',
  }),
  'program/missing': ({command}) => ({
    message: `There is no command ${command}: it is not on the PATH.`,
    hint: 'What a shell understands by itself (aliases, pipes) needs one: gantry exec -- sh -c "…".',
  }),
  'program/not-executable': ({command}) => ({
    message: `${command} may not be run: it is no program, or lacks the permission.`,
    hint: `"chmod +x ${command}" makes a script a program.`,
  }),
  'program/no-place': ({path, problem}) => ({
    message: `There is no place for the files that programs need: ${path}: ${problem}.`,
    hint: 'They lie in $GANTRY_HOME/run, which must be yours: mend it, or name another directory with GANTRY_HOME.',
  }),
  'kubeconfig/not-written': ({file, problem}) => ({
    message: `${file} was not changed: ${problem}.`,
    hint: 'Mend it, name another file (gantry kubeconfig --merge FILE), or print the kubeconfig with --print.',
  }),
  'backend/credential': ({backend, problem, hint}) => ({
    message: `There is no access to the backend ${backend}: ${problem}.`,
    hint: sentence(hint),
  }),
  'backend/denied': ({backend, action, on}) => ({
    message: `The backend ${backend} forbids ${action} on ${on}.`,
    hint: 'The credential is good, but lacks this right: docs/guides/backends.md has all that Gantry needs.',
  }),
};

/** Of one its own words say all; `why`: that of several. */
function unreadText(diagnostics: readonly Diagnostic[], why: string): FailureText {
  const [only, ...others] = diagnostics;
  if (only !== undefined && others.length === 0) return {message: sentence(only.message)};
  return {message: `${count(diagnostics.length, 'reference')} to secrets cannot be read: ${why}.`};
}
