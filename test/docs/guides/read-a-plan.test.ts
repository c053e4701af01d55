import {testGuide} from '../guide.ts';

testGuide('read-a-plan');
