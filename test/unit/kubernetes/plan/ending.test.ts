import {expect, it} from 'vitest';
import {endingText, isEnding} from '../../../../src/kubernetes/plan/ending.ts';

it.each([
  {name: 'an object at rest', object: {metadata: {finalizers: ['a/b']}}, ending: false},
  {name: 'what the server deletes', object: {metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}}, ending: true},
  {name: 'an answer without an object', object: {kind: 'Status'}, ending: false},
])('$name: ends $ending', ({object, ending}) => expect(isEnding(object)).toBe(ending));

it.each([
  {name: 'nothing', object: {}, want: 'is being deleted'},
  {
    name: 'its finalizers and those of a namespace',
    object: {metadata: {finalizers: ['a/b']}, spec: {finalizers: ['kubernetes']}},
    want: 'is being deleted; blocked by the finalizers a/b, kubernetes',
  },
  {
    name: 'what is left in a namespace instead of its own finalizer',
    object: {
      spec: {finalizers: ['kubernetes']},
      status: {
        conditions: [
          {
            type: 'NamespaceDeletionDiscoveryFailure',
            status: 'False',
            message: 'All resources successfully discovered',
          },
          {type: 'NamespaceContentRemaining', status: 'True', message: 'Some resources are remaining: pods. has 1'},
          {type: 'NamespaceFinalizersRemaining', status: 'True', message: 'example.dev/hold in 1 resource instances'},
        ],
      },
    },
    want: 'is being deleted; Some resources are remaining: pods. has 1; example.dev/hold in 1 resource instances',
  },
  {
    name: 'an API that does not answer, so that a namespace cannot be emptied',
    object: {status: {conditions: [{type: 'NamespaceDeletionDiscoveryFailure', status: 'True', message: 'x is down'}]}},
    want: 'is being deleted; x is down',
  },
  {
    name: 'nothing but its own grace period',
    object: {metadata: {deletionTimestamp: 'then', deletionGracePeriodSeconds: 30}},
    want: 'is being deleted; it has 30 s to shut down',
  },
  {
    name: 'its finalizers, which no grace period ends',
    object: {metadata: {deletionGracePeriodSeconds: 30, finalizers: ['a/b']}},
    want: 'is being deleted; blocked by the finalizers a/b',
  },
  {
    name: 'what a finalizer of Kubernetes means',
    object: {metadata: {finalizers: ['kubernetes.io/pvc-protection', 'foregroundDeletion']}},
    want: 'is being deleted; blocked by the finalizers kubernetes.io/pvc-protection (a pod still uses it), foregroundDeletion (its dependents are deleted first)',
  },
])('names what holds it: $name', ({object, want}) => expect(endingText(object)).toBe(want));
