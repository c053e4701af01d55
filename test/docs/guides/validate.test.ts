import {testGuide} from '../guide.ts';

testGuide('validate');
