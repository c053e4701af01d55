import type {Command} from 'commander';
import type {canI, listPermissions} from '../../../app/identity/can-i.ts';
import {defined} from '../../../lib/defined.ts';
import {canIRemarks, canIText, permissionsText} from '../../../ui/text/identity/identity-text.ts';
import {EXIT} from '../../exit-code.ts';
import {checkNamespace} from '../../flags/namespace.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry can-i`. Tests pass their own. */
export type CanICase = typeof canI;
/** The use case behind `gantry can-i --list`. Tests pass their own. */
export type ListPermissionsCase = typeof listPermissions;

const canILazily: CanICase = async (request, deps) =>
  (await import('../../../app/identity/can-i.ts')).canI(request, deps);

const listLazily: ListPermissionsCase = async (request, deps) =>
  (await import('../../../app/identity/can-i.ts')).listPermissions(request, deps);

type Flags = {
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  readonly subresource?: string;
  readonly list?: boolean;
};

/** Defines `gantry can-i VERB RESOURCE[/NAME]`. The exit code is 0 for yes, and 1 for no. */
export const defineCanI = (
  command: Command,
  open: OpenSession,
  run: CanICase = canILazily,
  list: ListPermissionsCase = listLazily,
): Command =>
  command
    .argument('[verb]', 'the action: get, list, watch, create, update, patch, delete, …, or *')
    .argument(
      '[resource[/name]]',
      'the resource, for example deployments, deploy/web, widgets.example.com, *, or a path like /healthz',
    )
    .option('-n, --namespace <namespace>', 'the namespace; default: the namespace in the kubeconfig, or "default"')
    .option('-A, --all-namespaces', 'check the action in all namespaces')
    .option('--subresource <name>', 'a subresource, for example log, scale or status')
    .option('--list', 'list all your permissions in the namespace')
    .action(async (verb: string | undefined, what: string | undefined, flags: Flags) => {
      const {namespace, allNamespaces, subresource} = flags;
      if (namespace !== undefined) checkNamespace(namespace);
      if (namespace !== undefined && allNamespaces === true) throw usageError('-n and -A cannot be used together.');
      if (flags.list === true) {
        if (verb !== undefined || allNamespaces === true || subresource !== undefined)
          throw usageError('--list works with one namespace, and takes no verb and no resource.');
        const session = await open();
        const permissions = await list({...session.globals.stack, ...defined({namespace})}, session.deps);
        return session.print({document: permissions, text: (style) => permissionsText(permissions, style)});
      }
      const asked = {...readQuestion(verb, what), ...defined({namespace, allNamespaces, subresource})};
      const session = await open();
      const answer = await run({...session.globals.stack, ...asked}, session.deps);
      return session.print({
        document: answer,
        text: (style) => canIText(answer, style),
        diagnostics: canIRemarks(answer),
        exitCode: answer.allowed ? EXIT.done : EXIT.failed,
      });
    });

function readQuestion(verb: string | undefined, what: string | undefined) {
  if (verb === undefined || what === undefined)
    throw usageError(
      'can-i needs a verb and a resource.',
      'For example: "gantry can-i create deployments -n shop". To list all permissions, use --list.',
    );
  return {verb, ...readResource(what)};
}

/** Splits a resource like `deployments/web`. A text that begins with a slash is a path of the server. */
function readResource(text: string): {readonly resource: string; readonly name?: string} {
  if (text.startsWith('/')) return {resource: text};
  const [resource = '', name, ...rest] = text.split('/');
  if (resource === '' || name === '' || rest.length > 0)
    throw usageError(`${text}: not a valid resource.`, 'Use TYPE or TYPE/NAME. For a subresource, use --subresource.');
  return {resource, ...defined({name})};
}
