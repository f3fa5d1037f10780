import { describe, expect, it } from 'vitest';
import type { Json } from '../../lib/cli/json.ts';
import { parsePath } from '../../lib/cli/path.ts';
import { findGenerations, isFailure, type Outcome } from '../../lib/cli/shapes/index.ts';

const COMPLETION = '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>';
const PROMPT = '<|start|>system<|message|>S<|end|><|start|>user<|message|>2+2?<|end|><|start|>assistant';
const WHOLE = `${PROMPT}${COMPLETION}`;
/** `<|channel|>final<|message|>4<|return|>` and a prompt of one user message. */
const IDS = [200005, 17196, 200008, 19, 200002];
const PROMPT_IDS = [200006, 1428, 200008, 17, 200007, 200006, 173781];

/** field, what it is, role, finish reason: all that a row depends on, in one line. */
function brief(outcome: Outcome): string {
  if (isFailure(outcome)) return `${outcome.field}: ${outcome.error.code}`;
  const { field, input, role, finishReason } = outcome;
  const value =
    input.kind === 'parsed'
      ? input.result.messages.map((m) => `${m.role}|${m.channel ?? m.recipient ?? '-'}|${m.content}`).join(' ')
      : input.kind === 'ids'
        ? Array.from(input.ids).join(' ')
        : input.text;
  const shown =
    value === COMPLETION ? 'COMPLETION' : value === WHOLE ? 'WHOLE' : value === IDS.join(' ') ? 'IDS' : value;
  const prefill = input.kind === 'parsed' || input.prefill === undefined ? '' : ` after ${String(input.prefill)}`;
  return `${field}: ${input.kind} ${shown}${prefill}, ${role}${finishReason === undefined ? '' : `, ${finishReason}`}`;
}

function find(record: Json, field?: string): string[] {
  return findGenerations(record, field === undefined ? undefined : parsePath(field)).map(brief);
}

describe('1. one string field', () => {
  it.each([
    [
      'raw_output beside the author’s own split',
      { task_id: 1, internal_reasoning: 'Hm.', external_output: '4', raw_output: COMPLETION, has_reasoning: true },
      ['raw_output: text COMPLETION, assistant'],
    ],
    [
      'response',
      { reasoning_level: 'low', task: 't', response: COMPLETION, has_final: true },
      ['response: text COMPLETION, assistant'],
    ],
    [
      'a field of any name, if its value is marked',
      { question: 'q', greedy_sample: COMPLETION },
      ['greedy_sample: text COMPLETION, assistant'],
    ],
    [
      'marked text beats unmarked of a better name',
      { raw_output: '4', sample: COMPLETION },
      ['sample: text COMPLETION, assistant'],
    ],
    [
      'plain text of a known name',
      { problem_idx: 3, result: 'Paris', tokens_generated: 9 },
      ['result: text Paris, assistant'],
    ],
    [
      'completion beats prompt + completion',
      { text: WHOLE, completion: COMPLETION },
      ['completion: text COMPLETION, assistant'],
    ],
    ['prompt + completion in one', { text: WHOLE }, ['text: text WHOLE, null']],
    [
      'begins at its own start token',
      { raw: `<|start|>assistant${COMPLETION}` },
      [`raw: text <|start|>assistant${COMPLETION}, null`],
    ],
    [
      'items[]',
      { model: 'm', items: [{ question: 'q', raw_output: COMPLETION }, { raw_output: '4' }] },
      ['items[0].raw_output: text COMPLETION, assistant', 'items[1].raw_output: text 4, assistant'],
    ],
    [
      'an element without a generation is a failure of its own',
      { results: [{ result: COMPLETION }, { note: 1 }] },
      ['results[0].result: text COMPLETION, assistant', 'results[1]: no_generation'],
    ],
    [
      '{low,medium,high}.results[]',
      { low: { results: [{ response: 'a' }] }, high: { results: [{ response: 'b' }] } },
      ['low.results[0].response: text a, assistant', 'high.results[0].response: text b, assistant'],
    ],
    ['a JSON string', COMPLETION, [': text COMPLETION, assistant']],
    [
      'several strings',
      { completion: [COMPLETION, '4'] },
      ['completion[0]: text COMPLETION, assistant', 'completion[1]: text 4, assistant'],
    ],
    [
      'text of a field with an unknown name around it is none',
      { metadata: { text: 'x' }, raw_output: COMPLETION },
      ['raw_output: text COMPLETION, assistant'],
    ],
    [
      'resps of lm-evaluation-harness',
      { doc_id: 1, resps: [[COMPLETION]] },
      ['resps[0][0]: text COMPLETION, assistant'],
    ],
  ] as [string, Json, string[]][])('%s', (_, record, expected) => {
    expect(find(record)).toEqual(expected);
  });
});

describe('empty generations', () => {
  it.each([
    ['text', { id: 1, response: '' }, ['response: text , assistant']],
    ['ids', { id: 3, token_ids: [] }, ['token_ids: ids , assistant']],
    ['a list of whatever', { id: 3, content: [] }, ['content: ids , assistant']],
    ['with a finish reason', { text: '', finish_reason: 'length' }, ['text: text , assistant, length']],
    ['anything beats them', { response: '', token_ids: [], tokens: IDS }, ['tokens: ids IDS, assistant']],
    ['plain text beats them', { token_ids: [], response: '', text: '4' }, ['text: text 4, assistant']],
    [
      'an answer parsed by the server beats them',
      { role: 'assistant', content: '4', token_ids: [] },
      [': parsed assistant|final|4, null'],
    ],
    [
      'generations in containers beat them',
      { output: '', items: [{ response: '4' }] },
      ['items[0].response: text 4, assistant'],
    ],
    [
      'they beat what mentions markers',
      { response: '', remark: 'no <|start|> at all' },
      ['response: text , assistant'],
    ],
    [
      'they beat the prompt',
      { messages: [{ role: 'user', content: 'q' }], response: '' },
      ['response: text , assistant'],
    ],
    [
      'in lists every one keeps its place',
      { completion: ['', 'b'], response_ids: [] },
      ['completion[0]: text , assistant', 'completion[1]: text b, assistant'],
    ],
    [
      'in lists of lists',
      { response_ids: [IDS, [], null] },
      ['response_ids[0]: ids IDS, assistant', 'response_ids[1]: ids , assistant', 'response_ids[2]: no_generation'],
    ],
    [
      'choices',
      {
        choices: [
          { text: '', finish_reason: 'stop' },
          { text: '', error: { message: 'overloaded' } },
        ],
      },
      ['choices[0].text: text , assistant, stop', 'choices[1]: failed_request'],
    ],
    [
      'an empty answer beside reasoning was split by the server',
      { model: 'gpt-oss:20b', response: '', thinking: 'Hm.', done_reason: 'length' },
      [': parsed assistant|analysis|Hm., null, length'],
    ],
    [
      'an answer in another field beats an empty one',
      { completion: '', text: '4', reasoning: 'Hm.' },
      [': parsed assistant|analysis|Hm. assistant|final|4, null'],
    ],
  ] as [string, Json, string[]][])('%s', (_, record, expected) => {
    expect(find(record)).toEqual(expected);
  });

  it('named by --field', () => {
    expect(find({ a: '', b: [] }, 'a')).toEqual(['a: text , assistant']);
    expect(find({ a: '', b: [] }, 'b')).toEqual(['b: ids , assistant']);
  });

  it.each([
    ['a failed request', { response: '', error: 'overloaded' }, 'failed_request'],
    ['a field of another kind around it', { settings: { text: '', tokens: [], labels: [[]] } }, 'no_generation'],
    ['null', { response: null, token_ids: null }, 'no_generation'],
    ['a list of generations', { outputs: [], resps: [] }, 'no_generation'],
    ['a field of unknown name', { remark: '' }, 'no_generation'],
  ] as [string, Json, string][])('%s is none', (_, record, code) => {
    expect(() => findGenerations(record)).toThrow(expect.objectContaining({ code }));
  });
});

describe('fields of unknown names', () => {
  const note = 'decoded without markers: <|channel|>analysis<|message|> reads analysis';
  it.each([
    ['a note that mentions markers', { id: 1, content: 'Paris', notes: note }, ['content: text Paris, assistant']],
    ['several notes', { content: 'Paris', notes: [note, 'x'] }, ['content: text Paris, assistant']],
    [
      'a note beside messages',
      { messages: [{ role: 'assistant', content: '4' }], note },
      ['messages: parsed assistant|final|4, null'],
    ],
    ['a note beside a container', { note, items: [{ response: '4' }] }, ['items[0].response: text 4, assistant']],
    [
      'notes in a container of unknown name',
      { meta: { note }, data: [{ response: '4' }] },
      ['data[0].response: text 4, assistant'],
    ],
    [
      'text that begins as wire is no note',
      { answer: '4', response: '4', wire: COMPLETION },
      ['wire: text COMPLETION, assistant'],
    ],
    [
      'also behind a header word',
      { response: '4', wire: ' final<|message|>4' },
      ['wire: text  final<|message|>4, assistant'],
    ],
    [
      'where nothing else is, a marker is enough',
      { q: 'x', wire: `Hm.<|end|><|start|>assistant${COMPLETION}` },
      [`wire: text Hm.<|end|><|start|>assistant${COMPLETION}, assistant`],
    ],
    [
      'and beats the prompt',
      { messages: [{ role: 'user', content: 'q' }], wire: 'Hm.<|end|>' },
      ['wire: text Hm.<|end|>, assistant'],
    ],
    [
      'a known name in them is known',
      { content: 'x', run: { output: `Hm.<|end|>` } },
      ['run.output: text Hm.<|end|>, assistant'],
    ],
  ] as [string, Json, string[]][])('%s', (_, record, expected) => {
    expect(find(record)).toEqual(expected);
  });
});

describe('2. bodies of chat completions', () => {
  const body = (message: Json, rest: { [name: string]: Json } = {}): Json => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop', ...rest }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  });
  it.each([
    [
      'parsed',
      body({ role: 'assistant', content: '4', reasoning_content: 'Hm.' }),
      ['choices[0].message: parsed assistant|analysis|Hm. assistant|final|4, null, stop'],
    ],
    [
      'vLLM says reasoning',
      body({ role: 'assistant', content: '4', reasoning: 'Hm.' }),
      ['choices[0].message: parsed assistant|analysis|Hm. assistant|final|4, null, stop'],
    ],
    [
      'raw content',
      body({ role: 'assistant', content: COMPLETION }),
      ['choices[0].message.content: text COMPLETION, assistant, stop'],
    ],
    [
      'raw, all of it in reasoning_content',
      body({ role: 'assistant', content: '', reasoning_content: COMPLETION }),
      ['choices[0].message.reasoning_content: text COMPLETION, assistant, stop'],
    ],
    [
      'raw content beside calls is kept as it is: nothing is lost',
      body({
        role: 'assistant',
        content: '<|channel|>x',
        tool_calls: [{ id: 'c1', function: { name: 'f', arguments: '{}' } }],
      }),
      ['choices[0].message: parsed assistant|commentary|<|channel|>x assistant|commentary|{}, null, stop'],
    ],
    [
      'stop_reason 200012 is a call',
      body({ role: 'assistant', content: COMPLETION }, { stop_reason: 200012 }),
      ['choices[0].message.content: text COMPLETION, assistant, tool_calls'],
    ],
    [
      'token_ids beat content',
      body({ role: 'assistant', content: '4' }, { token_ids: IDS }),
      ['choices[0].token_ids: ids IDS, assistant, stop'],
    ],
    [
      'token_ids: null',
      body({ role: 'assistant', content: '4' }, { token_ids: null }),
      ['choices[0].message: parsed assistant|final|4, null, stop'],
    ],
    [
      '/v1/completions',
      { choices: [{ text: COMPLETION, finish_reason: 'length', logprobs: { tokens: ['a'] } }] },
      ['choices[0].text: text COMPLETION, assistant, length'],
    ],
    [
      'two choices',
      { choices: [{ text: COMPLETION }, { text: 'b' }] },
      ['choices[0].text: text COMPLETION, assistant', 'choices[1].text: text b, assistant'],
    ],
    [
      'llama-server __verbose',
      {
        choices: [{ message: { role: 'assistant', content: '4' } }],
        __verbose: { prompt: PROMPT, content: COMPLETION },
      },
      ['__verbose.content: text COMPLETION, assistant'],
    ],
    [
      'content blocks',
      body({
        role: 'assistant',
        content: [
          { type: 'reasoning', reasoning: 'Hm.' },
          { type: 'text', text: '4' },
        ],
      }),
      ['choices[0].message: parsed assistant|analysis|Hm. assistant|final|4, null, stop'],
    ],
    [
      'Ollama',
      {
        model: 'gpt-oss:20b',
        message: { role: 'assistant', content: '4', thinking: 'Hm.' },
        done: true,
        done_reason: 'stop',
      },
      ['message: parsed assistant|analysis|Hm. assistant|final|4, null, stop'],
    ],
    [
      'Ollama generate',
      { model: 'gpt-oss:20b', response: '4', thinking: 'Hm.', done: true },
      [': parsed assistant|analysis|Hm. assistant|final|4, null'],
    ],
    [
      'Ollama generate, raw',
      { model: 'gpt-oss:20b', response: COMPLETION, done: true },
      ['response: text COMPLETION, assistant'],
    ],
  ] as [string, Json, string[]][])('%s', (_, record, expected) => {
    expect(find(record)).toEqual(expected);
  });

  it('a chunk is no body', () => {
    expect(find({ object: 'chat.completion.chunk', choices: [{ delta: { content: 'x' } }] })).toEqual([
      ': stream_chunk',
    ]);
  });
});

describe('4. token ids', () => {
  it.each([
    ['a completion', { tokens: IDS, reward: 1, answer: '4' }, ['tokens: ids IDS, assistant']],
    ['prompt beside it', { prompt_tokens: PROMPT_IDS, tokens: IDS }, ['tokens: ids IDS, assistant']],
    [
      'counts are no lists',
      {
        text: COMPLETION,
        token_ids: IDS,
        prompt_tokens: 12,
        generated_tokens: 5,
        stop_token: '<|call|>',
        finish_reason: 'stop',
      },
      ['token_ids: ids IDS, assistant, tool_calls'],
    ],
    ['a list is no count', { generated_tokens: IDS, prompt_tokens: 3 }, ['generated_tokens: ids IDS, assistant']],
    [
      'a list without control tokens beside marked text is something else',
      { tokens: [12, 50], text: COMPLETION },
      ['text: text COMPLETION, assistant'],
    ],
    [
      'a list without control tokens beside stripped text',
      { tokens: [12, 50], text: '4' },
      ['tokens: ids 12 50, assistant'],
    ],
    [
      'labels are masked',
      { input_ids: [...PROMPT_IDS, ...IDS], labels: [...PROMPT_IDS.map(() => -100), ...IDS] },
      ['labels: ids IDS, assistant'],
    ],
    [
      'prompt and completion in one',
      { input_ids: [...PROMPT_IDS, ...IDS] },
      [`input_ids: ids ${[...PROMPT_IDS, ...IDS].join(' ')}, null`],
    ],
    [
      'left padding',
      { input_ids: [199999, 199999, ...PROMPT_IDS, ...IDS] },
      [`input_ids: ids 199999 199999 ${[...PROMPT_IDS, ...IDS].join(' ')}, null`],
    ],
    [
      'lists of lists, a reason each (SkyRL)',
      { response_ids: [IDS, IDS], stop_reasons: ['stop', 'length'] },
      ['response_ids[0]: ids IDS, assistant, stop', 'response_ids[1]: ids IDS, assistant, length'],
    ],
    ['a string of ids', { token_ids: IDS.join(' ') }, ['token_ids: ids IDS, assistant']],
    [
      'any name, if control tokens stand in it',
      { prompts_token_ids: [PROMPT_IDS], greedy_64: [IDS] },
      ['greedy_64[0]: ids IDS, assistant'],
    ],
    [
      'rLLM',
      {
        trace_id: 't',
        messages: [{ role: 'user', content: 'q' }],
        prompt_token_ids: PROMPT_IDS,
        completion_token_ids: IDS,
        response_message: { role: 'assistant', content: '4' },
        finish_reason: 'stop',
      },
      ['completion_token_ids: ids IDS, assistant, stop'],
    ],
    [
      'llama-server /completion',
      { content: '', tokens: IDS, stop: true, stop_type: 'eos', prompt: PROMPT },
      ['tokens: ids IDS, assistant, stop'],
    ],
    [
      'the prompt ends inside the header',
      { prompt_token_ids: [...PROMPT_IDS, 200005], token_ids: [17196, 200008, 19] },
      ['token_ids: ids 17196 200008 19 after 200005, assistant'],
    ],
    ['a bare list', IDS, [': ids IDS, assistant']],
  ] as [string, Json, string[]][])('%s', (_, record, expected) => {
    expect(find(record)).toEqual(expected);
  });
});

describe('5. chat messages', () => {
  it.each([
    [
      'gpt-oss style',
      {
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', thinking: 'Hm.', content: '4' },
        ],
      },
      ['messages: parsed user|-|q assistant|analysis|Hm. assistant|final|4, null'],
    ],
    [
      'calls with objects for arguments',
      {
        messages: [
          { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] },
          { role: 'tool', content: 'r' },
          { role: 'assistant', content: 'x' },
        ],
      },
      ['messages: parsed assistant|commentary|{"a":1} tool|-|r assistant|final|x, null'],
    ],
    [
      'a column of JSON text',
      { messages_json: '[{"role":"assistant","content":"4"}]' },
      ['messages_json: parsed assistant|final|4, null'],
    ],
    [
      'raw content in messages',
      {
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: COMPLETION },
        ],
      },
      ['messages[1].content: text COMPLETION, assistant'],
    ],
    [
      'ShareGPT',
      {
        conversations: [
          { from: 'human', value: 'q' },
          { from: 'gpt', value: COMPLETION },
        ],
      },
      ['conversations[1].value: text COMPLETION, assistant'],
    ],
    [
      'rendered column beats messages',
      { messages: [{ role: 'assistant', content: '4' }], text: WHOLE },
      ['text: text WHOLE, null'],
    ],
    ['prompt and output', { input: PROMPT, output: COMPLETION }, ['output: text COMPLETION, assistant']],
    [
      'the prompt ends inside the header',
      { prompt: `${PROMPT}<|channel|>`, completion: 'final<|message|>4' },
      ['completion: text final<|message|>4 after <|channel|>, assistant'],
    ],
    [
      'openai-harmony messages',
      {
        output_messages: [
          { role: 'assistant', channel: 'analysis', content: [{ type: 'text', text: 'Hm.' }] },
          {
            role: 'assistant',
            channel: 'commentary',
            recipient: 'functions.f',
            content_type: '<|constrain|>json',
            content: [{ type: 'text', text: '{}' }],
          },
        ],
      },
      ['output_messages: parsed assistant|analysis|Hm. assistant|commentary|{}, null'],
    ],
    [
      'a list of messages',
      [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: '4' },
      ],
      [': parsed user|-|q assistant|final|4, null'],
    ],
    [
      'messages that are the prompt only',
      { messages: [{ role: 'user', content: 'q' }], choices: [{ message: { role: 'assistant', content: '4' } }] },
      ['choices[0].message: parsed assistant|final|4, null'],
    ],
  ] as [string, Json, string[]][])('%s', (_, record, expected) => {
    expect(find(record)).toEqual(expected);
  });
});

describe('6. findings', () => {
  it('walkthroughs: strings, and what is none', () => {
    const record = {
      issue_title: 't',
      harmony_response_walkthroughs: [WHOLE, { turn: 1 }, '<|start|>assistant<|message|>x'],
    };
    expect(find(record)).toEqual([
      'harmony_response_walkthroughs[0]: text WHOLE, null',
      'harmony_response_walkthroughs[1]: no_generation',
      'harmony_response_walkthroughs[2]: text <|start|>assistant<|message|>x, null',
    ]);
  });
});

describe('7. agent steps', () => {
  it('the raw completions, not the messages around them', () => {
    const record: Json = {
      seed: 1,
      messages: ['<|start|>system<|message|>S<|end|>', COMPLETION],
      steps: [
        { step: 0, raw: COMPLETION, parsed: { final_output: '4' } },
        { step: 1, raw: 'x' },
      ],
    };
    expect(find(record)).toEqual(['steps[0].raw: text COMPLETION, assistant', 'steps[1].raw: text x, assistant']);
  });
});

describe('8. batch and offline dumps', () => {
  it.each([
    [
      'OpenAI batch output',
      {
        id: 'b',
        custom_id: 'c-1',
        response: {
          status_code: 200,
          request_id: 'r',
          body: { choices: [{ message: { role: 'assistant', content: '4' }, finish_reason: 'stop' }] },
        },
        error: null,
      },
      ['response.body.choices[0].message: parsed assistant|final|4, null, stop'],
    ],
    [
      'vLLM RequestOutput',
      {
        request_id: '1',
        prompt: PROMPT,
        prompt_token_ids: PROMPT_IDS,
        outputs: [
          { index: 0, text: 'final4', token_ids: IDS, finish_reason: 'stop', stop_reason: null },
          { index: 1, text: COMPLETION, token_ids: [], finish_reason: 'length' },
        ],
        finished: true,
      },
      ['outputs[0].token_ids: ids IDS, assistant, stop', 'outputs[1].text: text COMPLETION, assistant, length'],
    ],
    [
      'SGLang',
      {
        text: '4',
        output_ids: IDS,
        meta_info: { id: 'x', finish_reason: { type: 'stop', matched: 200012 }, prompt_tokens: 4 },
      },
      ['output_ids: ids IDS, assistant, tool_calls'],
    ],
    [
      'SGLang, length',
      { text: COMPLETION, meta_info: { finish_reason: { type: 'length', length: 5 } } },
      ['text: text COMPLETION, assistant, length'],
    ],
    [
      'Responses',
      {
        object: 'response',
        status: 'completed',
        text: { format: { type: 'text' } },
        output: [
          { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Hm.' }] },
          { type: 'function_call', name: 'f', call_id: 'c', arguments: '{}' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '4' }] },
        ],
      },
      ['output: parsed assistant|analysis|Hm. assistant|commentary|{} assistant|final|4, null'],
    ],
    [
      'Responses, cut off',
      {
        output: [{ type: 'message', content: [{ type: 'output_text', text: '4' }] }],
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      },
      ['output: parsed assistant|final|4, null, length'],
    ],
    ['prompt and text', { prompt: PROMPT, text: COMPLETION }, ['text: text COMPLETION, assistant']],
  ] as [string, Json, string[]][])('%s', (_, record, expected) => {
    expect(find(record)).toEqual(expected);
  });

  it.each([
    [
      'a failed request',
      { custom_id: 'c', response: null, error: { code: 'x', message: 'rate limit' } },
      'failed_request',
      'rate limit',
    ],
    [
      'a failed body',
      { custom_id: 'c', response: { status_code: 400, body: { error: { message: 'bad' } } }, error: null },
      'failed_request',
      'bad',
    ],
    [
      'an input line',
      { custom_id: 'c', method: 'POST', url: '/v1', body: { model: 'm', messages: [] } },
      'no_generation',
      '--field',
    ],
    ['nothing', { a: 1, b: 'x', tags: ['p', 'q'] }, 'no_generation', '--field'],
    ['log-probabilities alone', { logprobs: [-0.1, -2] }, 'no_generation', '--field'],
    ['a number', 5, 'no_generation', '--field'],
  ] as [string, Json, string, string][])('%s', (_, record, code, text) => {
    expect(() => findGenerations(record)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(text) }),
    );
  });
});

describe('--field', () => {
  it.each([
    ['a.b[0].c', { a: { b: [{ c: COMPLETION }] } }, ['a.b[0].c: text COMPLETION, assistant']],
    [
      'runs[*].out',
      { runs: [{ out: COMPLETION, finish_reason: 'length' }, { out: IDS }] },
      ['runs[0].out: text COMPLETION, assistant, length', 'runs[1].out: ids IDS, assistant'],
    ],
    ['out', { out: 'plain', text: COMPLETION }, ['out: text plain, assistant']],
    ['ids', { ids: IDS.join(',') }, ['ids: ids IDS, assistant']],
    ['n', { n: 5 }, ['n: no_generation']],
    ['[1]', ['x', COMPLETION], ['[1]: text COMPLETION, assistant']],
  ] as [string, Json, string[]][])('%s', (path, record, expected) => {
    expect(find(record, path)).toEqual(expected);
  });

  it('a field that is not there, also not on the prototype', () => {
    for (const path of ['b', 'constructor', 'a.length', 'l[3]', '__proto__']) {
      expect(() => find({ a: 'x', l: [1] }, path), path).toThrow(expect.objectContaining({ code: 'field_not_found' }));
    }
  });
});
