import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {POD_SECURITY_CONTROLS} from '../../../../src/core/policy/pod-security.ts';
import {checkPodSecurity} from '../../../../src/kubernetes/policy/pod-security/pod-security.ts';
import {CONTROL_CASES, KINDS, podOf, restrictedPod, wrapped} from '../../../rig/pod-security-cases.ts';

const controlsOf = (object: JsonObject, level: 'baseline' | 'restricted'): readonly (string | undefined)[] => [
  ...new Set(checkPodSecurity(object, level).map(({control}) => control)),
];

describe.each(KINDS)('the Pod Security Standards on a %s', (kind) => {
  it.each(CONTROL_CASES)('$control forbids $forbids, at $level', ({control, level, pod, path}) => {
    const object = wrapped(kind, pod);
    const findings = checkPodSecurity(object, level);
    expect(findings.map((one) => one.control)).toContain(control);
    const [first] = findings.filter((one) => one.control === control);
    expect(first?.path.slice(-path.length)).toEqual(path);
  });

  it.each(CONTROL_CASES.flatMap(({control, level, allows}) => allows.map((pod, i) => ({control, level, pod, i}))))(
    '$control allows what the standard allows ($level, $i)',
    ({level, pod}) => expect(checkPodSecurity(wrapped(kind, pod), level)).toEqual([]),
  );
});

describe('the levels of the Pod Security Standards', () => {
  it('every control is tested', () => {
    expect([...new Set(CONTROL_CASES.map(({control}) => control))].toSorted()).toEqual(
      [...POD_SECURITY_CONTROLS].toSorted(),
    );
  });

  it('a plain pod passes baseline and fails restricted', () => {
    const plain = wrapped('Deployment', podOf({}));
    expect(controlsOf(plain, 'baseline')).toEqual([]);
    expect(controlsOf(plain, 'restricted')).toEqual([
      'capabilities',
      'seccompProfile',
      'allowPrivilegeEscalation',
      'runAsNonRoot',
    ]);
  });

  it('restricted forbids everything that baseline forbids', () => {
    for (const {pod, control, level} of CONTROL_CASES.filter((one) => one.level === 'baseline'))
      expect(controlsOf(wrapped('Pod', pod), 'restricted'), `${control} ${level}`).toContain(control);
  });

  it('an excluded control is not checked, and the others are', () => {
    const pod = podOf({hostNetwork: true, hostPID: true, volumes: [{name: 'v', hostPath: {path: '/'}}]});
    expect(checkPodSecurity(wrapped('Pod', pod), 'baseline', ['hostNamespaces']).map(({control}) => control)).toEqual([
      'hostPathVolumes',
    ]);
  });

  it.each(['initContainers', 'ephemeralContainers'])('%s are checked like containers', (list) => {
    const pod = {...restrictedPod(), [list]: [{name: 'other', image: 'x', securityContext: {privileged: true}}]};
    const [first] = checkPodSecurity(wrapped('Pod', pod), 'baseline');
    expect(first).toEqual({
      control: 'privileged',
      message: 'container "other" must not set securityContext.privileged to true',
      path: ['spec', list, 0, 'securityContext', 'privileged'],
    });
  });

  it('the annotations of a pod template are checked, and not those of its Deployment', () => {
    const key = 'container.apparmor.security.beta.kubernetes.io/main';
    const own = {...wrapped('Deployment', podOf({})), metadata: {name: 'x', annotations: {[key]: 'unconfined'}}};
    expect(checkPodSecurity(own, 'baseline')).toEqual([]);
    const template = {metadata: {annotations: {[key]: 'unconfined'}}, spec: podOf({})};
    const object = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'x'}, spec: {template}};
    expect(checkPodSecurity(object, 'baseline').map(({path}) => path)).toEqual([
      ['spec', 'template', 'metadata', 'annotations', key],
    ]);
  });

  it('objects without pods pass', () => {
    const service = {apiVersion: 'v1', kind: 'Service', metadata: {name: 'x'}, spec: {hostNetwork: true}};
    expect(checkPodSecurity(service, 'restricted')).toEqual([]);
  });

  it('a reference, whose value is not known yet, does not pass', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference as a user writes it
    const value = '${v1:ConfigMap:shop:settings.data.user}';
    const pod = restrictedPod({runAsUser: value, privileged: value, allowPrivilegeEscalation: value});
    expect(controlsOf(wrapped('Pod', pod), 'restricted')).toEqual([
      'privileged',
      'allowPrivilegeEscalation',
      'runAsUser',
    ]);
  });

  it('a field with the value null counts as absent', () => {
    const pod = podOf({hostNetwork: null, containers: [{name: 'main', image: 'x', securityContext: null}]});
    expect(checkPodSecurity(wrapped('Pod', pod), 'baseline')).toEqual([]);
  });
});
