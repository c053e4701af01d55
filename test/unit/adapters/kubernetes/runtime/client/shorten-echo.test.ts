import {describe, expect, it} from 'vitest';
import {shortenEcho} from '../../../../../../src/adapters/kubernetes/runtime/client/shorten-echo.ts';

describe('a server’s message', () => {
  it.each([
    {
      name: 'loses an object that it quotes as JSON, and keeps what follows',
      message: 'spec.template: Invalid value: {"env":[{"value":"a \\"}\\" b"}],"x":{}}: field is immutable',
      want: 'spec.template: Invalid value: {…}: field is immutable',
    },
    {
      name: 'loses an object that it quotes as Go prints it',
      message:
        'Invalid value: core.PodTemplateSpec{Env:[]core.EnvVar{core.EnvVar{Value:"}"}}, N:(*int)(0xc0)}: field is immutable',
      want: 'Invalid value: {…}: field is immutable',
    },
    {
      name: 'loses a list with its type',
      message: 'Invalid value: []core.EnvVar{core.EnvVar{Value:"s"}}: no',
      want: 'Invalid value: {…}: no',
    },
    {
      name: 'loses each of several',
      message: '[a: Invalid value: {"a":1}: no, b: Duplicate value: {"name":"x"}]',
      want: '[a: Invalid value: {…}: no, b: Duplicate value: {…}]',
    },
    {
      name: 'loses a value of the wrong type',
      message: '.data.a: expected string, got &value.valueUnstructured{Value:12345}',
      want: '.data.a: expected string, got {…}',
    },
    {name: 'loses the rest when what is quoted was cut', message: 'Invalid value: {"a":"b', want: 'Invalid value: {…}'},
    {name: 'keeps a text', message: 'a: Invalid value: "X{": no capitals', want: 'a: Invalid value: "X{": no capitals'},
    {
      name: 'keeps a number',
      message: 'port: Invalid value: 70000: too large',
      want: 'port: Invalid value: 70000: too large',
    },
    {
      name: 'keeps the values that are possible',
      message: 'Unsupported value: "x": supported values: "a", "b" (or {c})',
      want: 'Unsupported value: "x": supported values: "a", "b" (or {c})',
    },
  ])('$name', ({message, want}) => expect(shortenEcho(message)).toBe(want));
});
