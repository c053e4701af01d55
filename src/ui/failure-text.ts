import type {BlockedChange, Failure} from '../core/failure/failure.ts';
import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import {defined} from '../lib/defined.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import {ACCESS_WORDS} from './access-text.ts';
import {CLUSTER_WORDS} from './cluster-failure-text.ts';
import {count} from './count.ts';
import {damagedHint} from './damaged-text.ts';
import type {FailureText, Words} from './failure-words.ts';
import {lockedText} from './lock-text.ts';
import {flagsIn, permitFlags, shellWords} from './plan/permit.ts';
import {SANDBOX_WORDS} from './sandbox-failure-text.ts';
import {sentence} from './sentence.ts';
import {untrustedHint, untrustedText} from './untrusted-text.ts';

/** The words for every failure. A new code does not compile until it is explained here. */
const WORDS: Words = {
  'input/invalid': ({diagnostics}) => {
    const errors = diagnostics.filter(({severity}) => severity === 'error');
    const [only, ...others] = errors;
    if (only !== undefined && others.length === 0) return {message: only.message};
    return {message: `The input is wrong: ${count(errors.length, 'error')}.`};
  },
  'input/usage': ({message, hint}) => ({
    message: sentence(message),
    ...defined({hint: hint === undefined ? undefined : sentence(hint)}),
  }),
  'input/confirmation-needed': ({flag}) => ({
    message: `This needs a yes, and there is no terminal to ask on: say it with ${flag}.`,
    hint: `Look first (apply and destroy have --dry-run), then repeat the command with ${flag}.`,
  }),
  'workspace/not-chosen': ({known, unusedSwitch}) => ({
    message: `No workspace is chosen${known.length === 0 ? ', and none is known here' : `. Known here: ${known.join(', ')}`}.${
      unusedSwitch === undefined ? '' : ` Your switch to ${unusedSwitch} counts on a terminal only.`
    }`,
    hint: 'Choose one with -w NAME, GANTRY_WORKSPACE or "workspace:" in stack.yaml; "gantry workspace create" makes one, and -w sandbox needs no cluster.',
  }),
  'workspace/not-found': ({name, known, looked, from}) => ({
    message: `There is no workspace "${name}"${from === undefined || from === '-w' ? '' : `, named by ${from}`}${looked.length === 0 ? '' : ` (looked in ${looked.join(', ')})`}.`,
    hint: missingWorkspaceHint(name, known),
  }),
  'workspace/exists': ({name, series}) =>
    series === undefined
      ? {
          message: `The workspace "${name}" exists already; nothing was changed.`,
          hint: `"gantry workspace show ${name}" shows it, "gantry workspace update ${name}" changes it.`,
        }
      : {
          message: `Releases of an earlier workspace "${name}" are still kept: ${series.join(', ')}; nothing was changed.`,
          hint: 'Choose another name: two series of releases cannot become one.',
        },
  'workspace/differs': ({names, backend}) => ({
    message: `${count(names.length, 'workspace')} that ${names.length === 1 ? 'is' : 'are'} kept in ${backend} would say something else: ${names.join(', ')}; nothing was written.`,
    hint: 'Change them with --update, or give the new ones other names with --name-template.',
  }),
  'workspace/changed': ({name}) => ({
    message: `The workspace "${name}" was changed by someone else at this moment; nothing of it was written.`,
    hint: `Look what it says now ("gantry workspace show ${name}"), and repeat the command.`,
  }),
  'workspace/needed': ({name, by}) => ({
    message: `The workspace "${name}" is needed by ${by.join(', ')}.`,
    hint: 'Change or delete those first; --force deletes it all the same.',
  }),
  'workspace/suspended': ({name}) => ({
    message: `The workspace "${name}" is suspended: nothing is applied to it.`,
    hint: `When it may be changed again: "gantry workspace update ${name} --resume"; where it is a file of the project, remove "suspended: true" from it.`,
  }),
  'workspace/plaintext': ({name, keys, backend}) => ({
    message: `The workspace "${name}" holds credentials in plain text (${keys.join(', ')}), and ${backend} is read by others, too; nothing was written.`,
    hint: 'Write references to secrets (ref://NAME), or permit it with --allow-plaintext.',
  }),
  'workspace/in-use': ({name, stacks}) => ({
    message: `The workspace "${name}" still holds ${count(stacks.length, 'stack')}: ${stacks.join(', ')}.`,
    hint: `Destroy them first: "gantry destroy -w ${name} -s STACK".`,
  }),
  ...ACCESS_WORDS,
  'permission/denied': ({server, action, detail, resource, diagnostics}) =>
    diagnostics === undefined
      ? {
          message: `${server} forbids to ${action}${resource === undefined ? '' : ` ${resource}`}: ${detail}.`,
          hint: 'The credential is good, but lacks this right: ask the administrator of the cluster for it.',
        }
      : {
          message: `${server} forbids ${count(diagnostics.length, 'thing')} that this plan needs; nothing was changed.`,
          hint: 'The credential is good, but lacks these rights: ask the administrator of the cluster for them.',
        },
  ...CLUSTER_WORDS,
  ...SANDBOX_WORDS,
  'object/refused': ({diagnostics}) => ({
    message: `The cluster refuses ${count(diagnostics.filter((d) => d.severity === 'error').length, 'field or object', 'fields or objects')}; nothing was changed.`,
  }),
  'object/write-refused': ({resource, status, detail}) => ({
    message: `The cluster refused to write ${resource} (HTTP ${status}): ${detail}.`,
  }),
  'object/not-ready': ({resource, detail, seconds, limit}) => ({
    message: `${resource} is not ready after ${seconds} s${limit === undefined ? '' : `, ${WHOSE_TIME[limit]}`}: ${detail}.`,
    hint: `${MORE_TIME[limit ?? 'run']}; --no-wait does not wait. What was written stays written.`,
  }),
  'object/not-gone': ({resource, detail, seconds, limit}) => ({
    message: `${resource} is not gone after ${seconds} s${limit === undefined ? '' : `, ${WHOSE_TIME[limit]}`}: ${detail.startsWith('is ') ? 'it ' : ''}${detail}.`,
    hint: `It goes when what holds it lets it go: look there first. ${MORE_TIME[limit ?? 'run']}.`,
  }),
  'object/failed': ({resource, detail}) => ({message: `${resource} failed: ${detail}.`}),
  'plan/stale': ({resource, detail}) => ({
    message: `The world has moved since the plan was made: ${resource === undefined ? '' : `${resource}: `}${detail}.`,
    hint: 'Run "gantry preview" again, with the same flags, to see the change as it is now.',
  }),
  'plan/unreadable': ({file, problem, hint}) => ({
    message: `The saved plan ${file} cannot be used: ${problem}.`,
    hint: hint ?? 'Make it again with "gantry preview --save FILE".',
  }),
  'plan/blocked': ({blocked}) => ({
    message: `${count(blocked.length, 'change')} ${blocked.length === 1 ? 'needs' : 'need'} your permission; nothing was changed.`,
    hint: permitHint(blocked),
  }),
  'import/refused': ({refused}) => ({
    message: `${count(refused.length, 'object')} cannot be imported ${refused.length === 1 ? 'as it is' : 'as they are'}; nothing was changed.`,
    hint: 'An import changes nothing but whose the objects are: mend the files, or do what each line says.',
  }),
  'release/locked': lockedText,
  'release/lease-lost': ({detail}) => ({
    message: `The lock was lost while running: ${detail}. Nothing more was written.`,
    hint: 'Another run may have taken over: look with "gantry release list", then run again.',
  }),
  'release/not-found': ({detail}) => ({
    message: `There is no such release: ${detail}.`,
    hint: '"gantry release list" shows those that exist; "gantry apply" makes the first.',
  }),
  'resource/not-found': ({series, id, nearest}) => ({
    message: `${series} holds no resource ${id}.`,
    hint: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}"gantry resource list" shows all ids.`,
  }),
  'resource/no-such-field': ({id, path, nearest}) => ({
    message: `${id} has no field ${path}: neither the files, nor the last release, nor the cluster.`,
    hint:
      nearest.length === 0
        ? 'Write it as previews show it, for example spec.template.spec.containers[name="app"].image.'
        : `Did you mean ${nearest.join(', ')}?`,
  }),
  'resource/no-runtime': ({type, resources}) => ({
    message: `This version of Gantry cannot manage ${type} resources: ${resources.join(', ')}.`,
    hint: 'Use the version that released them, or leave them out with --exclude ID. "gantry release show" shows what they are.',
  }),
  'release/foreign-origin': ({expected, found}) => ({
    message: `These releases belong to ${expected}, but this stack comes from ${found}; nothing was changed.`,
    hint: "Two projects with the same name would delete each other's resources. Rename one of them (`name` in project.yaml), or pass --take-over-project if the project moved.",
  }),
  'release/damaged': (failure) => ({
    message: `The stored ${failure.key} is damaged: ${failure.detail}.`,
    hint: damagedHint(failure),
  }),
  'release/untrusted': (failure) => ({message: untrustedText(failure), hint: untrustedHint(failure)}),
  'release/newer-format': ({key, found, needs}) => ({
    message: `The stored ${key} was written by a newer Gantry (format ${found}).`,
    hint: needs === undefined ? 'Update Gantry.' : `Update Gantry to ${needs} or later.`,
  }),
  'backend/moved': ({series, to}) => ({
    message: `The releases of ${series} were moved to ${to}, and this backend is not written any more.`,
    hint: `Name that backend: --backend, GANTRY_BACKEND, "backend:" in project.yaml, or "gantry config set backend ${to}".`,
  }),
  'backend/occupied': ({backend, keys}) => ({
    message: `${backend} holds something else already: ${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ` and ${keys.length - 5} more` : ''}. Nothing was written.`,
    hint: 'Name a place that is empty, for example another prefix or namespace.',
  }),
  'backend/io': ({detail, hint}) => ({
    message: `The backend cannot be read or written: ${detail}.`,
    hint: hint ?? 'Mend that directory, or name another one with GANTRY_HOME.',
  }),
  'backend/unusable': ({backend, problem, hint}) => ({
    message: `The backend ${backend} cannot be used: ${problem}.`,
    hint: sentence(hint),
  }),
  'apply/partial': ({failed, skipped, nothingWritten, unrecorded, destroying}) => ({
    message: `${unrecorded === true ? 'The run could not be recorded: ' : ''}${count(failed.length, 'change')} failed${skipped.length === 0 ? '' : `; ${skipped.length} ${skipped.length === 1 ? 'was' : 'were'} skipped because of that`}.`,
    hint:
      unrecorded === true
        ? `${destroying === true ? 'Destroy' : 'Apply'} again: what was written is found by its marks.`
        : nothingWritten === true
          ? `Nothing was changed: repair the cause and ${destroying === true ? 'destroy' : 'apply'} again.`
          : `What was ${destroying === true ? 'deleted' : 'written'} is recorded: repair the cause and ${destroying === true ? 'destroy' : 'apply'} again.`,
  }),
  'apply/timeout': ({seconds}) => ({
    message: `The time of the run (${seconds} s) was over before this was begun.`,
    hint: 'Run it again: it does only the rest. More time: --timeout.',
  }),
  'forward/port-taken': ({port, detail}) => ({
    message: `Port ${port} of this machine cannot be forwarded: ${detail}; nothing was changed.`,
    hint: 'Choose another local port, or 0 for any that is free.',
  }),
  'forward/impossible': ({detail}) => ({
    message: `The port cannot be forwarded: ${detail}.`,
    hint: 'The apply is done and recorded. Write --port-forward SERVICE:LOCAL:REMOTE with a port of the Service.',
  }),
  'wait/unmet': ({until, resources, of}) => ({
    message: `${resources.length} of ${count(of, 'resource')} ${resources.length === 1 ? 'is' : 'are'} not ${until}.`,
    hint:
      until === 'ready'
        ? '"gantry status" shows what is wrong, "gantry logs ID" what its pods say.'
        : 'What is still there says what holds it.',
  }),
  cancelled: ({signal, run}) => {
    const message = signal === 'SIGINT' ? 'Interrupted' : 'Terminated';
    if (run === undefined) return {message: `${message}.`};
    const {done, total} = run;
    return {
      message: `${message}: ${done} of ${total} ${total === 1 ? 'change was' : 'changes were'} done.`,
      // Not named: a destroy that keeps the objects, or a rollback, would be something else without its flags.
      hint: 'To go on, repeat this very command: it does only the rest. Of a saved plan another has to be made.',
    };
  },
};

type Limit = NonNullable<Extract<Failure, {readonly code: 'object/not-ready'}>['limit']>;

const WHOSE_TIME: Readonly<Record<Limit, string>> = {
  resource: 'the time that each resource has',
  rule: 'the timeout of its health rule',
  run: 'the time of the whole run',
};

const MORE_TIME: Readonly<Record<Limit, string>> = {
  resource: 'A "health" rule with a "timeout" gives it longer, --timeout gives it to all',
  rule: 'Its rule in "health" of stack.yaml or of the workspace can give it longer',
  run: '--timeout gives the run longer',
};

/** What to tell a person about a failure. */
export function failureText(failure: Failure): FailureText {
  const words = WORDS[failure.code] as (failure: Failure) => FailureText;
  const {message, hint} = words(failure);
  // Facts often end in a full stop of their own.
  return {message: message.replace(/[.]{2}$/, '.'), ...defined({hint})};
}

/** What failed and why, the resource named once. */
export function stepFailureText(id: string, failure: Failure | undefined): string {
  if (failure === undefined) return `${id}: no cause is known`;
  const {message} = failureText(failure);
  return message.includes(id) ? message : `${id}: ${message}`;
}

/** What was not done, and which failure stopped it: an id, or words. */
export const skippedText = (id: string, because: string | undefined): string =>
  `${id}: ${because === undefined ? 'not reached' : because.includes(' ') ? because : `because of ${because}`}`;

/** A path that is not there is no name to make a workspace of. */
function missingWorkspaceHint(name: string, known: readonly string[]): string {
  const others = known.length === 0 ? '' : `Known here: ${known.join(', ')}. `;
  if (looksLikeFile(name)) return `${others}Check the path: what has a "/" or ends in .yaml is read as a file.`;
  const nearest = didYouMean(name, known);
  if (nearest !== undefined) return `Did you mean ${nearest}? ${others.trimEnd()}`;
  return `${others}${known.length === 0 ? 'Make' : 'Or make'} it with "gantry workspace create ${name} --kubeconfig FILE".`;
}

/** The flags that permit what is blocked, as a plan names them. */
function permitHint(blocked: readonly BlockedChange[]): string {
  const flags = permitFlags(blocked.map((one) => ({blocked: one})));
  if (flags.length === 0) return 'No flag permits this: do what each line says, then apply again.';
  const rest = blocked.some(({needs}) => flagsIn(needs).length === 0) ? '; for the rest do what its line says' : '';
  return `Permit with: ${shellWords(flags)}${rest}`;
}
