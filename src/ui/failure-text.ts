import type {BlockedChange, Failure} from '../core/failure/failure.ts';
import {defined} from '../lib/defined.ts';
import {ACCESS_WORDS} from './access-text.ts';
import {BACKEND_WORDS} from './backend-failure-text.ts';
import {CLUSTER_WORDS} from './cluster-failure-text.ts';
import {count} from './count.ts';
import {damagedHint} from './damaged-text.ts';
import type {FailureText, Words} from './failure-words.ts';
import {HISTORY_WORDS} from './history-failure-text.ts';
import {lockedText} from './lock-text.ts';
import {missingWorkspaceHint} from './missing-workspace-hint.ts';
import {notSignedText} from './not-signed-text.ts';
import {OBJECT_WORDS} from './object-failure-text.ts';
import {flagsIn, permitFlags, shellWords} from './plan/permit.ts';
import {protectedText} from './protected-text.ts';
import {SANDBOX_WORDS} from './sandbox-failure-text.ts';
import {sentence} from './sentence.ts';
import {SHARED_WORDS} from './shared-text.ts';
import {TERRAFORM_WORDS} from './terraform-failure-text.ts';
import {untrustedHint, untrustedText} from './untrusted-text.ts';
import {WORKSPACE_PLACE_WORDS} from './workspace-place-text.ts';

/** Maps each failure code to its text. A code without a text does not compile. */
const WORDS: Words = {
  'input/invalid': ({diagnostics}) => {
    const errors = diagnostics.filter(({severity}) => severity === 'error');
    const [only, ...others] = errors;
    if (only !== undefined && others.length === 0) return {message: only.message};
    return {message: `The input is invalid: ${count(errors.length, 'error')}.`};
  },
  'input/usage': ({message, hint}) => ({
    message: sentence(message),
    ...defined({hint: hint === undefined ? undefined : sentence(hint)}),
  }),
  'input/confirmation-needed': ({flag}) => ({
    message: `Confirmation required, but stdin or stderr is not a terminal. Pass ${flag}.`,
    hint: `Run the command on a terminal to see the changes and to answer, or repeat it with ${flag}.`,
  }),
  'workspace/not-chosen': ({known, unusedSwitch}) => ({
    message: `No workspace is selected${known.length === 0 ? ', and none exists here' : `. Workspaces here: ${known.join(', ')}`}.${
      unusedSwitch === undefined ? '' : ` "gantry workspace switch ${unusedSwitch}" applies to terminals only.`
    }`,
    hint: 'Select one with -w NAME, GANTRY_WORKSPACE or "workspace:" in stack.yaml. Create one with "gantry workspace create", or try -w sandbox, which needs no cluster.',
  }),
  'workspace/not-found': ({name, known, looked, from}) => ({
    message: `Workspace "${name}"${from === undefined || from === '-w' ? '' : ` (set by ${from})`} not found${looked.length === 0 ? '' : ` (searched: ${looked.join(', ')})`}.`,
    hint: missingWorkspaceHint(name, known),
  }),
  'workspace/exists': ({name, series}) =>
    series === undefined
      ? {
          message: `The workspace "${name}" already exists; nothing was changed.`,
          hint: `Show it with "gantry workspace show ${name}", or change it with "gantry workspace update ${name}".`,
        }
      : {
          message: `The backend still has releases of an earlier workspace "${name}": ${series.join(', ')}; nothing was changed.`,
          hint: 'Choose another name: two release histories cannot be merged.',
        },
  'workspace/differs': ({names, backend}) => ({
    message: `${backend} already has ${count(names.length, 'workspace')} with different content: ${names.join(', ')}; nothing was written.`,
    hint: 'Pass --update to change them, or --name-template to give the new workspaces other names.',
  }),
  'workspace/changed': ({name}) => ({
    message: `The workspace "${name}" was changed by someone else while this command ran; nothing was written to it.`,
    hint: `Check its current content with "gantry workspace show ${name}", then repeat the command.`,
  }),
  'workspace/needed': ({name, by}) => ({
    message: `Other workspaces depend on the workspace "${name}": ${by.join(', ')}.`,
    hint: 'Change or delete those first. --force deletes it anyway.',
  }),
  'workspace/suspended': ({name}) => ({
    message: `The workspace "${name}" is suspended: apply and destroy are refused.`,
    hint: `To allow changes again, run "gantry workspace update ${name} --resume". If the workspace is a file of the project, remove "suspended: true" from that file.`,
  }),
  'workspace/protected': protectedText,
  'workspace/plaintext': ({name, keys, backend}) => ({
    message: `The workspace "${name}" contains credentials in plain text (${keys.join(', ')}), and other people can read ${backend}; nothing was written.`,
    hint: 'Use references to secrets (ref://NAME), or allow plain text with --allow-plaintext.',
  }),
  'workspace/in-use': ({name, stacks}) => ({
    message: `The workspace "${name}" still has ${count(stacks.length, 'stack')}: ${stacks.join(', ')}.`,
    hint: `Destroy ${stacks.length === 1 ? 'it' : 'them'} first with "gantry destroy -w ${name} -s STACK".`,
  }),
  ...WORKSPACE_PLACE_WORDS,
  ...SHARED_WORDS,
  ...ACCESS_WORDS,
  'permission/denied': ({server, action, detail, resource, diagnostics}) =>
    diagnostics === undefined
      ? {
          message: `${server} denied permission to ${action}${resource === undefined ? '' : ` ${resource}`}: ${detail}.`,
          hint: 'The credential is valid, but lacks this permission. Ask the administrator of the cluster to grant it.',
        }
      : {
          message: `${server} denies ${count(diagnostics.length, 'permission')} that this plan needs; nothing was changed.`,
          hint: 'The credential is valid, but lacks these permissions. Ask the administrator of the cluster to grant them.',
        },
  ...CLUSTER_WORDS,
  ...HISTORY_WORDS,
  ...SANDBOX_WORDS,
  ...TERRAFORM_WORDS,
  'release/not-signed': notSignedText,
  ...OBJECT_WORDS,
  'plan/stale': ({resource, detail}) => ({
    message: `The plan is stale: ${resource === undefined ? '' : `${resource}: `}${detail}.`,
    hint: 'Run "gantry preview" again with the same flags to see the current changes.',
  }),
  'plan/unreadable': ({file, problem, hint}) => ({
    message: `The saved plan ${file} cannot be used: ${problem}.`,
    hint: hint ?? 'Create it again with "gantry preview --save FILE".',
  }),
  'plan/blocked': ({blocked}) => ({
    message: `${blockedText(blocked)}; nothing was changed.`,
    hint: permitHint(blocked),
  }),
  'import/refused': ({refused}) => ({
    message: `${count(refused.length, 'object')} cannot be imported ${refused.length === 1 ? 'as it is' : 'as they are'}; nothing was changed.`,
    hint: 'An import changes only the ownership of objects. Change the files, or do what each line says.',
  }),
  'release/locked': lockedText,
  'release/lease-lost': ({detail}) => ({
    message: `The lock was lost during the run: ${detail}. Nothing more was written.`,
    hint: 'Another run may have taken over. Check with "gantry release list", then run the command again.',
  }),
  'resource/not-found': ({series, id, nearest}) => ({
    message: `Resource ${id} not found in ${series}.`,
    hint: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Run "gantry resource list" to see all ids.`,
  }),
  'resource/no-such-field': ({id, path, nearest}) => ({
    message: `${id} has no field ${path} in the files, in the last release or in the cluster.`,
    hint:
      nearest.length === 0
        ? 'Write the path as previews show it, for example spec.template.spec.containers[name="app"].image.'
        : `Did you mean ${nearest.join(', ')}?`,
  }),
  'resource/no-runtime': ({type, resources}) => ({
    message: `This version of Gantry cannot manage ${type} resources: ${resources.join(', ')}.`,
    hint: 'Use the version of Gantry that released them, or leave them out with --exclude ID. "gantry release show" shows them.',
  }),
  'release/damaged': (failure) => ({
    message: `The stored document ${failure.key} is damaged: ${failure.detail}.`,
    hint: damagedHint(failure),
  }),
  'release/untrusted': (failure) => ({message: untrustedText(failure), hint: untrustedHint(failure)}),
  'release/newer-format': ({key, found, needs}) => ({
    message: `The stored document ${key} was written by a newer version of Gantry (format ${found}).`,
    hint: needs === undefined ? 'Update Gantry.' : `Update Gantry to ${needs} or later.`,
  }),
  ...BACKEND_WORDS,
  'apply/partial': ({failed, skipped, nothingWritten, unrecorded, destroying}) => ({
    message: `${unrecorded === true ? 'The run could not be recorded: ' : ''}${count(failed.length, 'change')} failed${skipped.length === 0 ? '' : `; ${skipped.length} ${skipped.length === 1 ? 'was' : 'were'} skipped because of that`}.`,
    hint:
      unrecorded === true
        ? `${destroying === true ? 'Destroy' : 'Apply'} again: Gantry finds the objects that were already written: they carry its ownership labels.`
        : nothingWritten === true
          ? `Nothing was changed. Fix the cause and ${destroying === true ? 'destroy' : 'apply'} again.`
          : `The ${destroying === true ? 'deletions' : 'changes'} so far are recorded. Fix the cause and ${destroying === true ? 'destroy' : 'apply'} again.`,
  }),
  'apply/timeout': ({seconds}) => ({
    message: `The time limit of the run (${seconds} s) was reached before this change started.`,
    hint: 'Run the command again: it makes only the remaining changes. To allow more time, pass --timeout.',
  }),
  'forward/port-taken': ({port, detail}) => ({
    message: `Local port ${port} cannot be forwarded: ${detail}; nothing was changed.`,
    hint: 'Choose another local port, or 0 for any free port.',
  }),
  'forward/impossible': ({detail}) => ({
    message: `The port cannot be forwarded: ${detail}.`,
    hint: 'The apply is complete and recorded. Pass --port-forward SERVICE:LOCAL:REMOTE with a port of the Service.',
  }),
  'wait/unmet': ({until, resources, of}) => ({
    message: `${resources.length} of ${count(of, 'resource')} ${resources.length === 1 ? 'is' : 'are'} not ${until}.`,
    hint:
      until === 'ready'
        ? 'Run "gantry status" to see what is wrong, and "gantry logs ID" to read the logs of its pods.'
        : 'The lines above say what blocks each deletion.',
  }),
  cancelled: ({signal, run}) => {
    const message = signal === 'SIGINT' ? 'Interrupted' : 'Terminated';
    if (run === undefined) return {message: `${message}.`};
    const {done, total} = run;
    return {
      message: `${message}: ${done} of ${total} ${total === 1 ? 'change was' : 'changes were'} done.`,
      // The hint does not repeat the command: without its flags, a destroy with --keep-objects or a rollback would do something else.
      hint: 'To continue, repeat the same command: it makes only the remaining changes. A saved plan has to be created again.',
    };
  },
};

/** Returns the message of a failure and its hint, for people. */
export function failureText(failure: Failure): FailureText {
  const words = WORDS[failure.code] as (failure: Failure) => FailureText;
  const {message, hint} = words(failure);
  // Details often end with a full stop.
  return {message: message.replace(/[.]{2}$/, '.'), ...defined({hint})};
}

/** Returns the message of a failed step; the id of the resource appears in it once. */
export function stepFailureText(id: string, failure: Failure | undefined): string {
  if (failure === undefined) return `${id}: the cause is unknown`;
  const {message} = failureText(failure);
  return message.includes(id) ? message : `${id}: ${message}`;
}

/** Returns why a step was skipped. `because` is the id of the resource that failed, or a text. */
export const skippedText = (id: string, because: string | undefined): string =>
  `${id}: ${because === undefined ? 'not reached' : because.includes(' ') ? because : `because of ${because}`}`;

/** Returns how many changes need a permission, and how many the policy of the workspace denies. */
function blockedText(blocked: readonly BlockedChange[]): string {
  const denied = blocked.filter(({policies}) => policies !== undefined).length;
  const asked = blocked.length - denied;
  return [
    ...(asked === 0 ? [] : [`${count(asked, 'change')} ${asked === 1 ? 'needs' : 'need'} your permission`]),
    ...(denied === 0 ? [] : [`the policy of the workspace denies ${count(denied, 'change')}`]),
  ]
    .join(', and ')
    .replace(/^the/, 'The');
}

/** Returns the flags that permit the blocked changes, as a plan names them. */
function permitHint(blocked: readonly BlockedChange[]): string {
  const flags = permitFlags(blocked.map((one) => ({blocked: one})));
  if (flags.length === 0) return 'No flag permits these changes. Do what each line says, then apply again.';
  const rest = blocked.some(({needs}) => flagsIn(needs).length === 0)
    ? '. For the other changes, do what each line says.'
    : '';
  return `Permit with: ${shellWords(flags)}${rest}`;
}
