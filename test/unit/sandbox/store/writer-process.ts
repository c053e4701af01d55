import {openStore} from '../../../../src/sandbox/store/open-store.ts';

// A process that writes until it is killed, and prints each acknowledged write.
const store = openStore(process.argv[2] ?? '');
if (store === undefined) throw new Error('somebody else has it');
const begin = store.revision();
for (let i = 1; ; i++) {
  const name = `c${i % 7}`;
  const text = 'x'.repeat((i * 37) % 3000);
  if (i % 5 === 0) store.remove('configmaps', 'default', name);
  else
    store.put('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {name, namespace: 'default'},
      data: {text},
    });
  if (store.revision() > begin) process.stdout.write(`${store.revision()} ${JSON.stringify(state())}\n`);
  if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
}

function state(): Record<string, number> {
  return Object.fromEntries(
    (store?.list('configmaps') ?? []).map((object) => {
      const {metadata, data} = object as unknown as {metadata: {name: string}; data: {text: string}};
      return [metadata.name, data.text.length];
    }),
  );
}
