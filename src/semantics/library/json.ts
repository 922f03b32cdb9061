import type { LibraryDeclarations } from './reader.ts';

/** JSON: names in camelCase or as `ExternalName` says, enums by name, numbers without loss (language.md §6). */
export const jsonDeclarations: LibraryDeclarations = {
  JsonSerializer: `static JsonSerializer {
    static string Serialize<T>(T value);
    static string Serialize<T>(T value, JsonSerializerOptions? options);
    /// Throws \`JsonException\`, whose \`Path\` says where the text does not fit.
    static T? Deserialize<T>(string json);
    static T? Deserialize<T>(string json, JsonSerializerOptions? options);
  }`,

  JsonSerializerOptions: `class JsonSerializerOptions {
    JsonSerializerOptions();
    bool WriteIndented { get; set; }
    bool PropertyNameCaseInsensitive { get; set; }
  }`,

  JsonKind: 'enum JsonKind { Object, Array, String, Number, Boolean }',

  Json: `class Json : IEnumerable<Json?> {
    static Json? Parse(string text);
    static bool TryParse(string? text, out Json? result);
    /// Any value as \`JsonSerializer\` writes it.
    static Json? From<T>(T value);
    JsonKind Kind { get; }
    /// Members of an object, elements of an array, else 0.
    int Count { get; }
    /// The names of an object's members.
    IReadOnlyList<string> Names { get; }
    /// Null where there is no such member or its value is null.
    Json? this[string name] { get; }
    Json? this[int index] { get; }
    bool Has(string name);
    string AsString();
    int AsInt();
    long AsLong();
    decimal AsDecimal();
    double AsDouble();
    bool AsBool();
    DateTime AsDateTime();
    Guid AsGuid();
    List<Json?> AsList();
    /// As \`JsonSerializer.Deserialize<T>\`.
    T? As<T>();
    /// The JSON text.
    string ToString();
    static implicit operator Json(string value);
    static implicit operator Json(int value);
    static implicit operator Json(long value);
    static implicit operator Json(decimal value);
    static implicit operator Json(double value);
    static implicit operator Json(bool value);
  }`,
};
