import {setAt} from '../pod-view.ts';
import {type Control, containerContextsOf, contextsOf, forbidValues} from './control.ts';

const setsRoot = forbidValues(contextsOf, ['runAsNonRoot'], (value) => value === true);

/** Requires that containers run as another user than root: by the pod, or by each container. */
export const runAsNonRoot: Control = (pod) => {
  const forbidden = setsRoot(pod);
  if (setAt(pod.spec, 'securityContext', 'runAsNonRoot') === true) return forbidden;
  const without = containerContextsOf(pod).filter(({value}) => setAt(value, 'runAsNonRoot') === undefined);
  return [
    ...forbidden,
    ...without.map(({of, path}) => ({
      message: `the pod or ${of} must set securityContext.runAsNonRoot to true`,
      path: [...path, 'runAsNonRoot'],
    })),
  ];
};

/** Forbids the user id of root. A reference could be any id. */
export const runAsUser: Control = forbidValues(
  contextsOf,
  ['runAsUser'],
  (value) => typeof value === 'number' && value !== 0,
);
