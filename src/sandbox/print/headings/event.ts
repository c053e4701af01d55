import {type Heading, NAMED} from './heading.ts';

/** As Kubernetes 1.34 sends them; the texts are those of its API reference. */
export const EVENT_HEADINGS: Readonly<Record<string, readonly Heading[]>> = {
  Event: [
    ['Last Seen', 'The time at which the most recent occurrence of this event was recorded.'],
    ['Type', 'Type of this event (Normal, Warning), new types could be added in the future'],
    [
      'Reason',
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    ],
    ['Object', 'The object that this event is about.'],
    [
      'Subobject',
      'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
      {priority: 1},
    ],
    ['Source', 'The component reporting this event. Should be a short machine understandable string.', {priority: 1}],
    ['Message', 'A human-readable description of the status of this operation.'],
    [
      'First Seen',
      'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
      {priority: 1},
    ],
    ['Count', 'The number of times this event has occurred.', {priority: 1}],
    ['Name', NAMED, {format: 'name', priority: 1}],
  ],
  'Event.events.k8s.io': [
    ['Last Seen', 'The time at which the most recent occurrence of this event was recorded.'],
    ['Type', 'Type of this event (Normal, Warning), new types could be added in the future'],
    [
      'Reason',
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    ],
    ['Object', 'The object that this event is about.'],
    [
      'Subobject',
      'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
      {priority: 1},
    ],
    ['Source', 'The component reporting this event. Should be a short machine understandable string.', {priority: 1}],
    ['Message', 'A human-readable description of the status of this operation.'],
    [
      'First Seen',
      'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
      {priority: 1},
    ],
    ['Count', 'The number of times this event has occurred.', {priority: 1}],
    ['Name', NAMED, {format: 'name', priority: 1}],
  ],
};
