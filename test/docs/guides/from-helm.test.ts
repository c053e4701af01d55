import {testGuide} from '../guide.ts';

testGuide('from-helm');
