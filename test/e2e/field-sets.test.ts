import {afterAll, beforeAll, expect, it} from 'vitest';
import {fieldSetOf} from '../../src/kubernetes/fields/field-set-of.ts';
import {fromFieldsV1, toFieldsV1} from '../../src/kubernetes/fields/fields-v1.ts';
import {openApiSchemas, type Schemas} from '../../src/kubernetes/fields/openapi.ts';
import type {Schema} from '../../src/kubernetes/fields/schema.ts';
import {validateObject} from '../../src/kubernetes/fields/validate.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {OBJECTS, type Sample} from '../unit/kubernetes/fields/fixtures/objects.ts';
import {gvkOf} from '../unit/kubernetes/fields/fixtures/schema-of.ts';
import {appliedFields, cleanServer, documentPath, prepareServer, serverApply} from './support/field-server.ts';
import {mistakesIn} from './support/mistakes.ts';
import {type RawServer, rawServer} from './support/raw-server.ts';

onCluster('field sets of the server and of Gantry', (cluster) => {
  const documents = new Map<string, Schemas>();
  let server: RawServer;

  beforeAll(async () => {
    server = rawServer(cluster.kubeconfigPath);
    await prepareServer(server);
    for (const path of new Set(OBJECTS.map(documentPath))) {
      documents.set(path, openApiSchemas((await server('GET', path)).body));
    }
  });

  afterAll(() => cleanServer(server));

  const schemaOf = (object: Sample): Schema => {
    const schema = documents.get(documentPath(object))?.(gvkOf(object));
    if (schema === undefined) throw new Error(`the server published no schema for ${object.kind}`);
    return schema;
  };

  const samples = OBJECTS.map((object) => ({
    object,
    name: `${object.kind} ${object.metadata.name}`,
  }));

  it.each(samples)('the server agrees on the owned fields of $name, and on their spelling', async ({object}) => {
    const answer = await serverApply(server, object, '&dryRun=All');
    expect(answer.body).toMatchObject({kind: object.kind});
    const theirs = appliedFields(answer);
    expect(toFieldsV1(fieldSetOf(object, schemaOf(object)))).toEqual(theirs);
    expect(toFieldsV1(fromFieldsV1(theirs))).toEqual(theirs);
  });

  // Everything that we report must be refused by the server: otherwise we would stop people for nothing. What the
  // server cannot even read (500) we must have found: its own answer does not say where it stands in a file.
  const mistakes = samples
    .filter(({object}) => object.kind !== 'CustomResourceDefinition')
    .flatMap(({object, name}) => mistakesIn(object).map((mistake) => ({...mistake, name})));

  it('the server drops a field without a message if Gantry reports it as dropped', async () => {
    const gadget = OBJECTS.find(({kind}) => kind === 'Gadget');
    if (gadget === undefined) throw new Error('no sample');
    const object = {...gadget, spec: {free: {known: {a: 'x', unknwn: 1}, other: {unknwn: 1}}}};
    expect(validateObject(object, schemaOf(object))).toMatchObject([{path: ['spec', 'free', 'known', 'unknwn']}]);
    const {status, body} = await serverApply(server, object, '&dryRun=All&fieldValidation=Strict');
    expect(status).toBeLessThan(300);
    expect(body['spec']).toEqual({free: {known: {a: 'x'}, other: {unknwn: 1}}});
  });

  it.each(mistakes)('the server agrees on $what of $name', async ({object}) => {
    const problems = validateObject(object, schemaOf(object));
    const {status, body} = await serverApply(server, object, '&dryRun=All');
    const found = {problems, status, message: body['message']};
    if (problems.length > 0) expect([400, 422, 500], JSON.stringify(found)).toContain(status);
    if (status === 500) expect(problems, JSON.stringify(found)).not.toEqual([]);
  });
});
