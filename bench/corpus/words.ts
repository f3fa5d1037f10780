/** Words of the corpus: short lists of our own, widened by words that the vocabulary itself spells. */

const split = (text: string): string[] => text.trim().split(/\s+/u);

export const GLUE = split(`
  the of to and a in is that for it as with on be this are by or from not we at but if can so which have then will
  an has when use into all only should each need more also one there after before than first where because must
  between while its no any these what how they does here over per both out now still same`);

export const VERBS = split(`
  check return parse send read write build run compute compare split merge sort count keep drop find call wait retry
  load store render encode decode measure list explain verify update create delete open close start stop move copy`);

export const NAMES = split(`
  user order token message header channel stream buffer index result value total count price city country weather
  report table row column file path query answer request response client server cache limit error event state item
  name date time zone unit rate size length offset start end source target config option flag record batch`);

export const GERMAN = split(`
  die Größe für müssen können Straße über Änderung Übersicht schließlich möglich größer prüfen Lösung nächste früher
  wäre hätte Verfügung Zurück Geräte natürlich außerdem bestätigen geöffnet und der das nicht mit auf eine wird`);

export const FRENCH = split(`
  le problème réponse été même très créer élément déjà première fenêtre modèle données requête où voilà français
  dernière après mémoire système vérifier générer représenter à la les des pour avec dans une est pas plus`);

export const RUSSIAN = split(`
  это ответ данные если только после можно нужно запрос файл строка время результат пример сначала потом значение
  ошибка список сервер пользователь проверить получить сообщение размер который чтобы между каждый и в на не с по`);

export const CHINESE = split(`
  我们 需要 检查 数据 结果 如果 可以 因为 所以 问题 用户 文件 时间 系统 方法 函数 返回 首先 然后 最后 例如 天气
  城市 价格 表格 请求 服务器 错误 消息 列表 长度 计算 使用 这个 一个 没有 什么 的 了 在 是 和 不 有 也 就 都`);

export const JAPANESE = split(`
  これは データ を 確認 して ください 結果 が ありません 必要 です ます から まで ファイル ユーザー 場合 には 次の
  ように 関数 エラー メッセージ 時間 天気 東京 そして ただし 例えば 使う という こと も は に で と の`);

export const KOREAN = split(`
  우리는 데이터를 확인 합니다 결과 파일 사용자 그리고 하지만 때문에 먼저 다음 예를 들어 오류 메시지 시간 날씨 서울
  필요한 함수 값을 반환 목록 요청 서버 이것은 있습니다 없습니다 입니다`);

export const EMOJI = split(`
  😀 😂 🙏 👍🏽 🚀 🔥 ✅ ❌ ⚠️ 💡 📦 🧪 🎉 🐛 🌍 ☀️ 🌧️ 🇩🇪 🇯🇵 👩‍💻 🧑🏿‍🚀 🤔 📈 🗂️ 🔧 ❤️ 👨‍👩‍👧 🏳️‍🌈 🫡 🥲`);

/** Words that a vocabulary spells with one token, most frequent first (ranks follow frequency roughly). */
export interface VocabularyWords {
  latin: string[];
  capital: string[];
  han: string[];
  hangul: string[];
  kana: string[];
  cyrillic: string[];
}

/**
 * Sorts out the words among the tokens. Of Han only single characters are taken: the longer ones of o200k are known
 * to be largely advertising.
 */
export function vocabularyWords(tokens: Iterable<string>): VocabularyWords {
  const words: VocabularyWords = { latin: [], capital: [], han: [], hangul: [], kana: [], cyrillic: [] };
  for (const token of tokens) {
    if (/^ [a-z]{2,14}$/u.test(token)) words.latin.push(token.slice(1));
    else if (/^ [A-Z][a-z]{2,10}$/u.test(token)) words.capital.push(token.slice(1));
    else if (/^[\u4e00-\u9fff]$/u.test(token)) words.han.push(token);
    else if (/^[가-힣]{1,3}$/u.test(token)) words.hangul.push(token);
    else if (/^[\u3041-\u30ff]{1,4}$/u.test(token)) words.kana.push(token);
    else if (/^ [а-я]{2,10}$/u.test(token)) words.cyrillic.push(token.slice(1));
  }
  return words;
}
