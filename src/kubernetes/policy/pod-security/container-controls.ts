import {isList, type Json} from '../../../core/json.ts';
import {setAt} from '../pod-view.ts';
import {type Control, containerContextsOf, forbidValues, isWindows, shown} from './control.ts';

/** Forbids privileged containers. */
export const privileged: Control = forbidValues(containerContextsOf, ['privileged'], (value) => value === false);

/** Forbids another mount of /proc than the default one. */
export const procMount: Control = forbidValues(containerContextsOf, ['procMount'], (value) => value === 'Default');

/** The capabilities that `baseline` allows to add. */
const ADDABLE: ReadonlySet<Json> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

/** Forbids capabilities beyond those that container runtimes give by default. */
export const baselineCapabilities: Control = addedCapabilities((name) => ADDABLE.has(name));

const restrictedAdditions = addedCapabilities((name) => name === 'NET_BIND_SERVICE');

/** Requires that all capabilities are dropped, and allows only NET_BIND_SERVICE to be added. */
export const restrictedCapabilities: Control = (pod) =>
  isWindows(pod)
    ? []
    : [
        ...containerContextsOf(pod).flatMap(({of, value, path}) =>
          listed(setAt(value, 'capabilities', 'drop')).includes('ALL')
            ? []
            : [
                {
                  message: `${of} must set securityContext.capabilities.drop to ["ALL"]`,
                  path: [...path, 'capabilities', 'drop'],
                },
              ],
        ),
        ...restrictedAdditions(pod),
      ];

/** Requires that processes cannot get more privileges than their parent. */
export const allowPrivilegeEscalation: Control = (pod) =>
  isWindows(pod)
    ? []
    : containerContextsOf(pod).flatMap(({of, value, path}) =>
        setAt(value, 'allowPrivilegeEscalation') === false
          ? []
          : [
              {
                message: `${of} must set securityContext.allowPrivilegeEscalation to false`,
                path: [...path, 'allowPrivilegeEscalation'],
              },
            ],
      );

function addedCapabilities(isAllowed: (name: Json) => boolean): Control {
  return (pod) =>
    containerContextsOf(pod).flatMap(({of, value, path}) => {
      const added = listed(setAt(value, 'capabilities', 'add')).filter((name) => !isAllowed(name));
      return added.length === 0
        ? []
        : [
            {
              message: `${of} must not add ${added.map(shown).join(', ')} in securityContext.capabilities`,
              path: [...path, 'capabilities', 'add'],
            },
          ];
    });
}

const listed = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
